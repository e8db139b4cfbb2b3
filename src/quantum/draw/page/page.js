(function(){
var all=function(what,within){return Array.from((within||document).querySelectorAll(what));};
var frames=all('.frame'),moves=all('nav button'),says=document.getElementById('says'),play=document.getElementById('play');
var at=-1,timer=0;
document.documentElement.classList.add('js');
function go(to){
to=Math.max(0,Math.min(frames.length-1,to));
if(to===at)return;
at=to;
frames.forEach(function(frame,i){frame.classList.toggle('on',i===at);});
moves.forEach(function(move,i){if(i===at)move.setAttribute('aria-current','step');else move.removeAttribute('aria-current');});
all('[data-go]').forEach(function(button){var way=button.dataset.go;button.disabled=(way==='first'||way==='back')?at===0:at===frames.length-1;});
says.textContent=frames[at].dataset.says;
if(at===frames.length-1)stop();
try{history.replaceState(null,'','#'+at);}catch(e){}
}
function stop(){if(timer){clearInterval(timer);timer=0;play.textContent='Play';}}
function start(){if(at===frames.length-1)go(0);timer=setInterval(function(){go(at+1);},1600);play.textContent='Pause';}
var ways={first:function(){go(0);},back:function(){go(at-1);},next:function(){go(at+1);},last:function(){go(frames.length-1);}};
var keys={Home:'first',ArrowLeft:'back',ArrowRight:'next',End:'last'};
all('[data-go]').forEach(function(button){button.addEventListener('click',function(){stop();ways[button.dataset.go]();});});
moves.forEach(function(move,i){move.addEventListener('click',function(){stop();go(i);});});
play.addEventListener('click',function(){if(timer)stop();else start();});
document.addEventListener('keydown',function(event){
if(event.altKey||event.ctrlKey||event.metaKey)return;
var way=keys[event.key];
if(way){event.preventDefault();stop();ways[way]();}
});
all('.frame').forEach(function(frame){
var board=frame.querySelector('svg'),figures=all('figure',frame);
function look(figure){
board.classList.toggle('looked-at',!!figure);
all('.mark',board).forEach(function(mark){
var there=figure&&figure.querySelector('.mark[data-mark="'+mark.dataset.mark+'"][data-cell="'+mark.dataset.cell+'"]:not([data-spooky])');
mark.classList.toggle('settles',!!there);
});
}
figures.forEach(function(figure){
['mouseenter','focus'].forEach(function(name){figure.addEventListener(name,function(){look(figure);});});
['mouseleave','blur'].forEach(function(name){figure.addEventListener(name,function(){look(null);});});
});
});
go(parseInt(location.hash.slice(1),10)||0);
})();
