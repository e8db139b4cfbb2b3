//! `qttt show --html`: the page, as text and in a real browser.

use std::{fs, process::Command};

use crate::support::run;

const GAME: &str = "AI EG BE EH DG AI 1 BC CE 3";

fn page(arguments: &[&str]) -> String {
    let (code, stdout, stderr) = run(&[&["show", "--html"], arguments].concat(), "");
    assert_eq!((code, stderr.as_str()), (0, ""));
    stdout
}

#[test]
fn a_page_is_one_line_of_a_few_tens_of_kilobytes_and_needs_nothing_from_outside() {
    let longest = "FI GI FG 1 AD AH CH AE CH 6 BB 9";
    for record in ["", GAME, longest] {
        let page = page(&["--values", record]);
        assert_eq!(page.lines().count(), 1);
        assert!(page.len() < 80_000, "{}", page.len());
        for outside in [
            "http:",
            "https:",
            "url(",
            "@import",
            "<link rel=\"stylesheet",
            " src=",
        ] {
            assert!(!page.contains(outside), "{outside}");
        }
    }
    let (code, stdout, _) = run(&["show", "--html"], "AB\n\nAB AB 1\n");
    assert_eq!((code, stdout.lines().count()), (0, 3));
    assert!(
        stdout
            .lines()
            .all(|page| page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>"))
    );
}

#[test]
fn nothing_that_a_record_holds_becomes_part_of_the_page() {
    let (code, stdout, stderr) = run(
        &["show", "--html", "AB", "<script>alert(1)</script>\"'&"],
        "",
    );
    assert_eq!(code, 1);
    assert!(
        stderr.starts_with("error: expected a cell (A to I) or a mark"),
        "{stderr}"
    );
    assert!(!stdout.contains("alert"));
    let (before, notice) = stdout.split_once("<p class=\"invalid\"").expect("a notice");
    let (notice, after) = notice.split_once("</p>").expect("its end");
    assert!(notice.ends_with("found &quot;&lt;&quot;."), "{notice}");
    let page = page(&["AB"]).replace(
        "<title>",
        "<title>Invalid record, drawn up to its mistake. ",
    );
    assert!(
        page == format!("{before}{after}"),
        "something else is in {stdout}"
    );
}

#[test]
fn a_page_has_each_position_both_outcomes_and_the_chosen_one() {
    let page = page(&[GAME]);
    assert_eq!(page.matches("<section class=\"frame\"").count(), 11);
    assert_eq!(page.matches("<figure").count(), 4);
    assert_eq!(page.matches("<figure class=\"chosen\"").count(), 2);
    assert!(page.contains("aria-label=\"If 1 fills A: score 0 0, chosen\""));
    assert!(!page.contains("class=\"remark\""));
}

#[test]
fn values_say_what_each_move_gives_away() {
    let page = page(&["--values", "AB"]);
    assert_eq!(page.matches("class=\"remark\"").count(), 2);
    assert!(page.contains("With perfect play X wins 1 to 0.5: a value of 0.5. Best: AI CG (others: 34 with a value of 0)."));
    assert!(page.contains("<span class=\"mistake\">1. X plays AB</span> ?"));
    assert!(
        page.contains("A mistake: it gives away 0.5. With perfect play nobody wins: a value of 0.")
    );
}

#[test]
fn values_are_for_pages() {
    assert_eq!(run(&["show", "--values", "AB"], "").0, 2);
    assert_eq!(run(&["show", "--html", "--svg", "AB"], "").0, 2);
}

/// Does what a reader does, and writes down what there is to see.
const READER: &str = "<script>window.errors=[];window.onerror=function(m){errors.push(m);};\
    console.error=function(m){errors.push(m);};</script>";
const READING: &str = "<script>(function(){\
    var seen=[];\
    function key(name){document.dispatchEvent(new KeyboardEvent('keydown',{key:name,bubbles:true,cancelable:true}));}\
    function shown(){return Array.from(document.querySelectorAll('.frame')).map(function(f,i){return getComputedStyle(f).display==='none'?'':i;}).join('');}\
    function step(){return document.querySelector('nav [aria-current]').textContent;}\
    function note(what){seen.push(what+'='+shown()+'/'+step());}\
    note('start');\
    for(var i=0;i<30;i++)key('ArrowRight');note('end');\
    key('ArrowLeft');note('back');key('Home');note('home');key('End');note('end');\
    document.querySelectorAll('nav button')[6].click();note('list');\
    var figure=document.querySelector('.frame.on figure.chosen');figure.dispatchEvent(new Event('focus'));\
    seen.push('settles='+Array.from(document.querySelectorAll('.frame.on>svg .settles')).map(function(m){return m.dataset.mark+m.dataset.cell;}).join());\
    figure.dispatchEvent(new Event('blur'));seen.push('after='+document.querySelectorAll('.settles,.looked-at').length);\
    document.querySelector('[data-go=next]').click();note('next');\
    document.getElementById('play').click();seen.push('play='+document.getElementById('play').textContent);\
    document.getElementById('play').click();seen.push('pause='+document.getElementById('play').textContent);\
    seen.push('says='+document.getElementById('says').textContent);\
    seen.push('paper='+getComputedStyle(document.body).backgroundColor);\
    seen.push('wide='+(document.documentElement.scrollWidth>document.documentElement.clientWidth));\
    seen.push('small='+Array.from(document.querySelectorAll('button')).filter(function(b){return b.getBoundingClientRect().height<24;}).length);\
    document.title='errors='+errors.join()+';'+seen.join(';')+';';\
    })();</script>";

fn browser() -> Option<&'static str> {
    let found = ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find(|name| Command::new(name).arg("--version").output().is_ok());
    if found.is_none() {
        eprintln!("skipped: there is no chromium, chromium-browser or google-chrome");
    }
    found
}

/// Returns what the reader saw.
fn read_in(browser: &str, page: &str, window: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("page.html");
    let page = page.replace("<head>", &format!("<head>{READER}"));
    let page = page.replace("</body>", &format!("{READING}</body>"));
    fs::write(&file, page).expect("a file");
    let output = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--dump-dom",
        ])
        .arg(format!("--window-size={window}"))
        .arg(format!(
            "--user-data-dir={}",
            folder.path().join("profile").display()
        ))
        .arg(format!("file://{}", file.display()))
        .output()
        .expect("the browser runs");
    let dom = String::from_utf8_lossy(&output.stdout).into_owned();
    let title = dom
        .split_once("<title>")
        .and_then(|(_, rest)| rest.split_once("</title>"));
    title
        .unwrap_or_else(|| panic!("no title in {dom}"))
        .0
        .to_string()
}

#[test]
fn a_browser_steps_through_the_page() {
    let Some(browser) = browser() else { return };
    for (theme, paper) in [("light", "rgb(255, 255, 255)"), ("dark", "rgb(20, 23, 28)")] {
        let page = page(&["--values", "--theme", theme, GAME]);
        let window = if theme == "light" {
            "1200,900"
        } else {
            "500,900"
        };
        let seen = read_in(browser, &page, window);
        let last = "10/X measures 3";
        for expected in [
            "errors=;".to_string(),
            "start=0/Start;".to_string(),
            format!("end={last};back=9/8. O plays CE ?;home=0/Start;end={last};"),
            "list=6/6. O plays AI ?;".to_string(),
            "settles=1A,6I;after=0;".to_string(),
            "next=7/X measures 1;".to_string(),
            "play=Pause;pause=Play;".to_string(),
            "says=X measures 1. Move 7: X to move.".to_string(),
            format!("paper={paper};"),
            "wide=false;small=0;".to_string(),
        ] {
            assert!(seen.contains(&expected), "no {expected} in {seen}");
        }
    }
}
