//! Pages in a real Chromium, by its DevTools protocol over pipes.

use std::{
    env,
    io::{self, BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    thread,
    time::Duration,
};

use serde_json::{Value, json};
use tempfile::TempDir;

/// A browser with one page.
pub(crate) struct Browser {
    child: Child,
    commands: ChildStdin,
    messages: BufReader<ChildStdout>,
    session: Value,
    _profile: TempDir,
}

impl Browser {
    /// Starts Chromium. Returns `None` where there is none, which is an error in CI.
    ///
    /// # Panics
    ///
    /// If `CI` is `true`, Chromium is missing, and `QTTT_WITHOUT_CHROMIUM` doesn't allow that.
    pub(crate) fn start() -> Option<Self> {
        let program = [
            "chromium",
            "chromium-browser",
            "google-chrome",
            "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        ]
        .into_iter()
        .find(|name| Command::new(name).arg("--version").output().is_ok());
        let Some(program) = program else {
            let is_ci = env::var("CI").is_ok_and(|value| value == "true");
            assert!(
                !is_ci || env::var_os("QTTT_WITHOUT_CHROMIUM").is_some(),
                "Chromium is missing: install it, or set QTTT_WITHOUT_CHROMIUM=1 to skip the tests of the page"
            );
            // Unlike `eprintln!`, it is seen when the test passes.
            writeln!(io::stderr(), "SKIPPED a test of the page: no Chromium").expect("it is open");
            return None;
        };
        let profile = tempfile::tempdir().expect("a folder");
        let mut child = Command::new("sh")
            .args(["-c", "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null", "sh"])
            .arg(program)
            .args([
                "--headless",
                "--remote-debugging-pipe",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--force-prefers-reduced-motion",
            ])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let mut browser = Self {
            commands: child.stdin.take().expect("a pipe"),
            messages: BufReader::new(child.stdout.take().expect("a pipe")),
            session: Value::Null,
            child,
            _profile: profile,
        };
        let target = browser.call("Target.createTarget", &json!({ "url": "about:blank" }));
        let target = json!({ "targetId": target["targetId"], "flatten": true });
        browser.session = browser.call("Target.attachToTarget", &target)["sessionId"].take();
        Some(browser)
    }

    fn call(&mut self, method: &str, parameters: &Value) -> Value {
        let mut command = json!({ "id": 1, "method": method, "params": parameters });
        if self.session.is_string() {
            command["sessionId"] = self.session.clone();
        }
        write!(self.commands, "{command}\0").expect("it reads");
        loop {
            let mut message = Vec::new();
            self.messages
                .read_until(0, &mut message)
                .expect("it writes");
            let end = message.len().saturating_sub(1);
            let mut message: Value = serde_json::from_slice(&message[..end]).expect("JSON");
            if message["id"] == 1 {
                assert!(message["error"].is_null(), "{method}: {message}");
                return message["result"].take();
            }
        }
    }

    pub(crate) fn resize(&mut self, [width, height]: [u16; 2]) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", &size);
    }

    pub(crate) fn allow_scripts(&mut self, is_allowed: bool) {
        self.call(
            "Emulation.setScriptExecutionDisabled",
            &json!({ "value": !is_allowed }),
        );
    }

    /// Opens a page, and waits until a condition holds.
    pub(crate) fn open_until(&mut self, address: &str, condition: &str) {
        for address in ["about:blank", address] {
            self.call("Page.navigate", &json!({ "url": address }));
        }
        self.until(condition);
    }

    /// Opens a page, and waits until it shows a position.
    pub(crate) fn open(&mut self, address: &str) {
        self.open_until(address, "document.body.dataset.state");
    }

    /// Returns the value of an expression, or null if it throws. It may use the page's `record`, `state` and `turn`.
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        let function = format!(
            "(() => {{ const find = selector => document.querySelector(selector); \
             const {{ record, state, turn }} = document.body.dataset; return {expression}; }})()"
        );
        let parameters = json!({ "expression": function, "returnByValue": true });
        self.call("Runtime.evaluate", &parameters)["result"]["value"].take()
    }

    /// Waits until a condition holds.
    pub(crate) fn until(&mut self, condition: &str) {
        for _ in 0..1_000 {
            if self.value(&format!("Boolean({condition})")) == true {
                return;
            }
            thread::sleep(Duration::from_millis(20));
        }
        let page = self.value("record + document.body.innerText");
        panic!("never: {condition}\n{page}");
    }

    /// Waits until the page shows the position after a record.
    pub(crate) fn shows(&mut self, record: &str) {
        self.until(&format!("record === '{record}'"));
    }

    /// Clicks the middle of what a selector finds, as a mouse does.
    pub(crate) fn click(&mut self, selector: &str) {
        self.until(&format!("find('{selector}').checkVisibility()"));
        self.value(&format!(
            "find('{selector}').scrollIntoView({{ block: 'nearest' }})"
        ));
        let place = self.value(&format!(
            "find('{selector}').getBoundingClientRect().toJSON()"
        ));
        let middle = |start: &str, length: &str| {
            let [start, length] = [start, length].map(|name| place[name].as_f64());
            start
                .zip(length)
                .map(|(start, length)| start + length / 2.0)
        };
        let (x, y) = (middle("x", "width"), middle("y", "height"));
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", &event);
        }
    }

    /// Clicks the cells and the choices of a record.
    pub(crate) fn play(&mut self, actions: &str) {
        for action in actions.split(' ') {
            match action.as_bytes() {
                [_] => self.click(&format!("[data-choice=\"{action}\"]")),
                _ => (action.chars()).for_each(|cell| self.click(&format!("[data-cell={cell}]"))),
            }
            self.until(&format!("record.endsWith('{action}')"));
        }
    }

    pub(crate) fn press(&mut self, key: &str) {
        for kind in ["rawKeyDown", "keyUp"] {
            self.call(
                "Input.dispatchKeyEvent",
                &json!({ "type": kind, "key": key }),
            );
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
