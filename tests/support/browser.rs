//! Pages in a real Chromium with its default settings, controlled by its DevTools protocol over pipes.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;
use std::{env, fs, thread};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::{answer, printed, shell, words};

/// Reports each alert text as a console error, even if the next text follows immediately.
const REPORT_ALERTS: &str = "new MutationObserver(() => {
    for (const { innerText } of document.querySelectorAll('[role=alert]')) if (innerText) console.error(innerText);
}).observe(document, { subtree: true, childList: true, characterData: true });";

/// Tests an empty page, unless there is no browser. The test also gets the address of the file that `qttt page` prints.
pub(crate) fn on_page(test: impl FnOnce(&mut Page, &str)) {
    if let Some(browser) = Browser::shared() {
        test(&mut browser.page(), browser.address());
    }
}

/// A browser, for pages that several threads use side by side.
pub(crate) struct Browser {
    child: Child,
    pipes: Mutex<Pipes>,
    address: String,
    _folder: TempDir,
}

struct Pipes {
    commands: ChildStdin,
    messages: BufReader<ChildStdout>,
    /// The sessions of pages, and errors on them.
    errors: Vec<(Value, String)>,
}

impl Browser {
    /// Returns the browser that other tests use now, or starts one.
    pub(crate) fn shared() -> Option<Arc<Self>> {
        static SHARED: Mutex<Weak<Browser>> = Mutex::new(Weak::new());
        let mut shared = SHARED.lock().expect("no test failed here");
        if let Some(browser) = shared.upgrade() {
            return Some(browser);
        }
        let browser = Arc::new(Self::start()?);
        *shared = Arc::downgrade(&browser);
        Some(browser)
    }

    /// Starts Chromium. Returns `None` if there is none, which is an error in CI.
    ///
    /// # Panics
    ///
    /// If `CI` is `true`, Chromium is missing, and `QTTT_WITHOUT_CHROMIUM` doesn't allow that.
    fn start() -> Option<Self> {
        let names = [
            "chromium",
            "chromium-browser",
            "google-chrome",
            "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        ];
        let is_installed = |name: &&str| Command::new(name).arg("--version").output().is_ok();
        let Some(program) = names.into_iter().find(is_installed) else {
            let is_ci = env::var("CI").is_ok_and(|value| value == "true");
            assert!(
                !is_ci || env::var_os("QTTT_WITHOUT_CHROMIUM").is_some(),
                "Chromium is missing: install it, or set QTTT_WITHOUT_CHROMIUM=1 to skip the tests of the web page"
            );
            // Unlike `eprintln!`, this is shown even if the test passes.
            writeln!(io::stderr(), "SKIPPED a test of the web page: no Chromium")
                .expect("it is open");
            return None;
        };
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("page.html");
        fs::write(&file, printed(&["page"], "")).expect("written");
        let mut child = Command::new("sh")
            .args(["-c", "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null", "sh"])
            .arg(program)
            .args(words(
                "--headless --remote-debugging-pipe --no-sandbox --disable-gpu --disable-quic \
                 --disable-background-networking --disable-component-update --disable-sync \
                 --disable-dev-shm-usage --no-first-run --no-startup-window",
            ))
            // The popups of a window's address bar, which no test opens, take a second of processor time.
            .arg("--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup")
            .arg(format!("--user-data-dir={}", folder.path().display()))
            // Chromium is killed, and can't remove its temporary files.
            .env("TMPDIR", folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let pipes = Pipes {
            commands: child.stdin.take().expect("a pipe"),
            messages: BufReader::new(child.stdout.take().expect("a pipe")),
            errors: Vec::new(),
        };
        Some(Self {
            child,
            pipes: Mutex::new(pipes),
            address: format!("file://{}", file.display()),
            _folder: folder,
        })
    }

    /// Returns the address of the file that `qttt page` prints.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Opens an empty page in its own window, because the timers of a page behind other pages are late.
    pub(crate) fn page(&self) -> Page<'_> {
        let mut page = Page {
            browser: self,
            target: Value::Null,
            session: Value::Null,
            provoked: Vec::new(),
        };
        let window = json!({ "url": "about:blank", "newWindow": true });
        page.target = page.call("Target.createTarget", &window)["targetId"].take();
        let target = json!({ "targetId": page.target, "flatten": true });
        page.session = page.call("Target.attachToTarget", &target)["sessionId"].take();
        for domain in ["Runtime", "Log", "Page", "Network"] {
            page.call(&format!("{domain}.enable"), &json!({}));
        }
        let script = json!({ "source": REPORT_ALERTS });
        page.call("Page.addScriptToEvaluateOnNewDocument", &script);
        page
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Chromium may have exited.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Pipes {
    /// Sends a command and returns the answer.
    fn call(&mut self, command: &Value) -> Value {
        write!(self.commands, "{command}\0").expect("it reads");
        loop {
            let mut message = Vec::new();
            (self.messages.read_until(0, &mut message)).expect("it writes");
            message.pop();
            let message: Value = serde_json::from_slice(&message).expect("JSON");
            if message["id"] == command["id"] {
                return message;
            }
            let parameters = &message["params"];
            let is_uncaught = message["method"] == "Runtime.exceptionThrown";
            if is_uncaught
                || parameters["type"] == "error"
                || parameters["entry"]["level"] == "error"
            {
                self.errors
                    .push((message["sessionId"].clone(), parameters.to_string()));
            }
        }
    }
}

/// A page. Errors in it, on its console, or in an alert, fail the test.
pub(crate) struct Page<'b> {
    browser: &'b Browser,
    target: Value,
    session: Value,
    provoked: Vec<&'static str>,
}

impl Page<'_> {
    /// Calls a method and returns its result.
    pub(crate) fn call(&self, method: &str, parameters: &Value) -> Value {
        let mut message = self.message(method, parameters);
        assert!(message["error"].is_null(), "{method}: {message}");
        message["result"].take()
    }

    /// Calls a method and returns the message with its result or error.
    fn message(&self, method: &str, parameters: &Value) -> Value {
        let mut command = json!({ "id": 1, "method": method, "params": parameters });
        if self.session.is_string() {
            command["sessionId"] = self.session.clone();
        }
        let pipes = self.browser.pipes.lock();
        pipes.expect("the browser answers").call(&command)
    }

    /// Expects errors that contain a text, because the test provokes them.
    pub(crate) fn provoke(&mut self, text: &'static str) {
        self.provoked.push(text);
    }

    fn assert_no_error(&self) {
        let pipes = self.browser.pipes.lock().expect("the browser answers");
        let is_unexpected = |(session, error): &&(Value, String)| {
            *session == self.session && !self.provoked.iter().any(|text| error.contains(text))
        };
        let unexpected = pipes.errors.iter().find(is_unexpected).cloned();
        drop(pipes);
        assert_eq!(unexpected, None);
    }

    /// Asks the page to reduce motion, as a system setting does.
    pub(crate) fn reduce_motion(&self) {
        let reduced = json!([{ "name": "prefers-reduced-motion", "value": "reduce" }]);
        let media = json!({ "features": reduced });
        self.call("Emulation.setEmulatedMedia", &media);
    }

    /// Resizes the window, for example to 390x844, and waits for the new size.
    pub(crate) fn resize(&self, size: &str) {
        let (width, height) = size.split_once('x').expect("two numbers");
        let [width, height] = [width, height].map(|side| side.parse::<u16>().expect("a number"));
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", &size);
        self.until(&format!("innerWidth === {width}"));
    }

    /// Opens an address and waits until everything is loaded and a condition holds.
    pub(crate) fn open_until(&self, address: &str, condition: &str) {
        for address in ["about:blank", address] {
            self.call("Page.navigate", &json!({ "url": address }));
        }
        self.until(&format!(
            "document.readyState === 'complete' && ({condition})"
        ));
    }

    /// Opens an address and waits until it shows a position.
    pub(crate) fn open(&self, address: &str) {
        self.open_until(address, "state");
    }

    /// Opens the page and starts a game of two people.
    pub(crate) fn start(&self, address: &str) {
        self.open(address);
        self.click("[data-level=person]");
        self.until("!find('#chooser').open");
    }

    /// Prints the page on paper. Returns the text and the number of pixels with ink of each sheet, or `None` if poppler
    /// is missing.
    pub(crate) fn printed_sheets(&self) -> Option<Vec<(String, usize)>> {
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str| folder.path().join(name);
        let printed = self.call("Page.printToPDF", &json!({}));
        let encoded = printed["data"].as_str().expect("a text");
        fs::write(file("base64"), encoded).expect("written");
        let convert = "base64 -d base64 > pdf && pdftotext pdf - && pdftoppm -gray -r 20 pdf page";
        let (code, text, _) = answer(shell(convert).current_dir(&folder), "");
        let sheets = text.split_terminator('\x0c').enumerate().map(|(i, text)| {
            let picture = fs::read(file(&format!("page-{}.pgm", i + 1))).expect("a sheet");
            let ink = picture.iter().filter(|&&pixel| pixel < 250).count();
            (text.to_string(), ink)
        });
        (code == 0).then(|| sheets.collect())
    }

    /// Returns the value of an expression, or null if it throws, or if the page navigates meanwhile. It may use `find`,
    /// `all`, `rect`, and the page's `record`, `state`, and `turn`.
    pub(crate) fn value(&self, expression: &str) -> Value {
        let function = format!(
            "(() => {{ const find = selector => document.querySelector(selector); \
             const all = selector => [...document.querySelectorAll(selector)]; \
             const rect = selector => find(selector).getBoundingClientRect(); \
             const {{ record, state, turn }} = document.body.dataset; return {expression}; }})()"
        );
        let parameters = json!({ "expression": function, "returnByValue": true });
        let mut message = self.message("Runtime.evaluate", &parameters);
        let is_cut_off = message["error"]["message"] == "Inspected target navigated or closed";
        assert!(message["error"].is_null() || is_cut_off, "{message}");
        message["result"]["result"]["value"].take()
    }

    /// Waits until an expression has a value and returns it.
    fn wait_for(&self, expression: &str) -> Value {
        // Two minutes: no test reaches that unless it fails, however busy the machine.
        for _ in 0..4_000 {
            let value = self.value(expression);
            self.assert_no_error();
            if !value.is_null() {
                return value;
            }
            thread::sleep(Duration::from_millis(30));
        }
        let page = self.value("record + document.body.innerText");
        panic!("never: {expression}\n{page}");
    }

    /// Waits until a condition holds.
    pub(crate) fn until(&self, condition: &str) {
        self.wait_for(&format!("({condition}) ? true : null"));
    }

    /// Waits until an element has a text.
    pub(crate) fn reads(&self, selector: &str, text: &str) {
        let text = json!(text);
        self.until(&format!("find('{selector}').textContent === {text}"));
    }

    /// Waits until the page says a text.
    pub(crate) fn says(&self, text: &str) {
        self.reads("#says", text);
    }

    /// Waits until the page shows the position after a record.
    pub(crate) fn shows(&self, record: &str) {
        self.until(&format!("record === '{record}'"));
    }

    pub(crate) fn hover(&self, selector: &str) {
        self.mouse("mouseMoved", &self.point(selector));
    }

    pub(crate) fn click(&self, selector: &str) {
        let point = self.point(selector);
        self.mouse("mouseMoved", &point);
        self.click_at(&point);
    }

    /// Clicks at a point, whatever is there now.
    pub(crate) fn click_at(&self, point: &Value) {
        for kind in ["mousePressed", "mouseReleased"] {
            self.mouse(kind, point);
        }
    }

    /// Sends a mouse event, for example `mousePressed`.
    pub(crate) fn mouse(&self, kind: &str, point: &Value) {
        let event = json!({
            "type": kind, "x": point[0], "y": point[1], "button": "left", "clickCount": 1
        });
        self.call("Input.dispatchMouseEvent", &event);
    }

    /// Waits until a mouse can reach the middle of the element that a selector finds and returns this point.
    pub(crate) fn point(&self, selector: &str) -> Value {
        self.wait_for(&format!(
            "(element => {{
                if (!element.checkVisibility() || element.matches(':disabled, #controls [aria-disabled=true]')) return null;
                element.scrollIntoView({{ block: 'nearest' }});
                const {{ x, y, width, height }} = element.getBoundingClientRect();
                const place = [x + width / 2, y + height / 2];
                return element.contains(document.elementFromPoint(...place)) ? place : null;
            }})(find('{selector}'))"
        ))
    }

    /// Taps the middle of the element that a selector finds, as a finger does.
    pub(crate) fn tap(&self, selector: &str) {
        self.tap_at(&self.point(selector));
    }

    /// Taps at a point, whatever is there now.
    pub(crate) fn tap_at(&self, point: &Value) {
        let place = json!({ "x": point[0], "y": point[1] });
        for (kind, points) in [("touchStart", vec![place]), ("touchEnd", Vec::new())] {
            let event = json!({ "type": kind, "touchPoints": points });
            self.call("Input.dispatchTouchEvent", &event);
        }
    }

    /// Holds the page's timers of a length, in milliseconds, here and on later pages. `held()` fires the last one, and
    /// `timer` is the function that creates timers.
    pub(crate) fn hold_timers(&self, length: u32) {
        let script = format!(
            "window.timer = window.setTimeout; window.setTimeout = (task, time) => \
             time === {length} ? (window.held = task, timer(() => {{}})) : timer(task, time);"
        );
        let script = json!({ "source": script, "runImmediately": true });
        self.call("Page.addScriptToEvaluateOnNewDocument", &script);
    }

    /// Clicks the cells and the choices of a record. No computer may answer: the test might miss the record.
    pub(crate) fn play(&self, actions: &str) {
        for action in actions.split(' ') {
            match action.as_bytes() {
                [_] => self.click(&format!("[data-choice=\"{action}\"]")),
                _ => (action.chars()).for_each(|cell| self.click(&format!("[data-cell={cell}]"))),
            }
            self.until(&format!("record.endsWith('{action}')"));
        }
    }

    /// Emulates a screen that is touched.
    pub(crate) fn touch(&self) {
        let touch = json!({ "enabled": true });
        self.call("Emulation.setTouchEmulationEnabled", &touch);
    }

    pub(crate) fn press(&self, key: &str) {
        for kind in ["rawKeyDown", "keyUp"] {
            let event = json!({ "type": kind, "key": key });
            self.call("Input.dispatchKeyEvent", &event);
        }
    }
}

impl Drop for Page<'_> {
    fn drop(&mut self) {
        if !thread::panicking() {
            self.value("null");
            self.assert_no_error();
            self.call("Target.closeTarget", &json!({ "targetId": self.target }));
        }
    }
}
