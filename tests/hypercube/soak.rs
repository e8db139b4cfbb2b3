//! Hostile programs. This test takes minutes and runs only when asked for:
//!
//! ```sh
//! cargo test --release --test main hypercube::soak -- --ignored --nocapture
//! ```

use super::*;

/// Each of these bots forfeits its games. Simpler faults are tested with the referee.
const HOSTILE: [&str; 17] = [
    "exec <&- >&- 2>&-; sleep 1000",
    "yes >&2",
    "cat /dev/zero",
    "head -c 1000000000 /dev/zero | tr '\\0' x",
    "cat /dev/zero >&2 & cat /dev/zero",
    "trap '' PIPE HUP INT TERM USR1; yes; sleep 1000",
    "setsid sleep 1000 & echo 1,1",
    "(setsid sleep 1000 &); sleep 1000",
    "setsid sh -c 'setsid sleep 1000 & setsid sleep 1000 & wait' & echo 1,1",
    "bash -c 'set -m; sleep 1000 & echo 1,1'",
    "bash -c 'set -m; (sleep 1000; echo 0,0) & disown; exit 200'",
    "while :; do setsid sleep 1000 & sleep .01; done",
    "python3 -c 'import os,time;os.fork() or (os.setsid(),os.fork() or time.sleep(1000))'; echo 1,1",
    "python3 -c 'import os,time;[os.fork() for i in range(5)];os.setsid();time.sleep(1000)'",
    "python3 -c 'import signal,time;[signal.signal(s,signal.SIG_IGN) for s in (1,2,3,15)];time.sleep(1000)'",
    r"printf '\377\376\0\n'",
    "ulimit -n 0; ulimit -u 1; echo 1,1",
];

#[test]
#[ignore = "takes minutes"]
fn hostile_bots_do_not_block_the_referee_or_make_other_bots_lose() {
    let innocent = ["one", "two"].map(|name| format!("{name}=sleep .01; {FIRST}"));
    for hostile in HOSTILE {
        let (_folder, [record]) = &temporary(["record"]);
        let hostile = format!("hostile={hostile}");
        let players = [&innocent[0], &innocent[1], &hostile].map(String::as_str);
        let options = format!("--boards 3,2 --timeout 2 --jobs 2 --record {record}");
        let mut referee = marked(record, &tournament(&players, &options));
        let (code, stderr) = ended(referee.spawn().expect("it starts"));
        assert_eq!(code, Some(0), "{hostile}: {stderr}");
        let games = content(record);
        assert_eq!(games.lines().count(), 6, "{hostile}: {stderr}");
        for game in games.lines() {
            let game: Value = serde_json::from_str(game).expect("a whole line");
            let is_fault = game["reason"] != "line" && game["reason"] != "draw";
            let loser = &game[if game["winner"] == "O" { "x" } else { "o" }];
            assert!(loser == "hostile" || !is_fault, "{game}");
        }
        end(record);
    }
}
