//! x
fn main(){ 
 for k in 1..=5 { let t=std::time::Instant::now(); println!("{:?} {:?}", qttt::perft(&qttt::Game::new(), k), t.elapsed()); }
 for r in std::env::args().skip(1) { match r.parse::<qttt::Game>() { Ok(g)=>println!("{g:?} {}", g.score()), Err(e)=>println!("{e}") } }
}
