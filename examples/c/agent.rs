// An agent in Rust, over the C interface: the declarations are written by hand.
//
//     rustc agent.rs -l hence && ./agent traces
use std::ffi::{c_char, c_int, CStr, CString};
use std::ptr::{null, null_mut};

#[repr(C)]
struct Store {
    _private: [u8; 0],
}
#[repr(C)]
struct Answer {
    _private: [u8; 0],
}
#[repr(C)]
#[derive(Default)]
struct Receipt {
    accepted: u64,
    duplicates: u64,
    quarantined: u64,
    first_seq: u64,
    last_seq: u64,
}

extern "C" {
    fn hence_open(place: *const c_char, name: *const c_char, token: *const c_char) -> *mut Store;
    fn hence_append(store: *mut Store, lines: *const c_char, size: usize, receipt: *mut Receipt) -> c_int;
    fn hence_ask(
        store: *mut Store, method: *const c_char, target: *const c_char, accept: *const c_char,
        body: *const c_char, body_size: usize,
    ) -> *mut Answer;
    fn hence_answer_text(answer: *const Answer, size: *mut usize) -> *const c_char;
    fn hence_answer_free(answer: *mut Answer);
    fn hence_last_error() -> *const c_char;
    fn hence_close(store: *mut Store);
}

fn last_error() -> String {
    unsafe { CStr::from_ptr(hence_last_error()) }.to_string_lossy().into_owned()
}

struct Hence(*mut Store);

impl Hence {
    fn open(place: &str) -> Result<Hence, String> {
        let place = CString::new(place).map_err(|e| e.to_string())?;
        let store = unsafe { hence_open(place.as_ptr(), null(), null()) };
        if store.is_null() { Err(last_error()) } else { Ok(Hence(store)) }
    }

    fn append(&self, lines: &str) -> Result<Receipt, String> {
        let mut receipt = Receipt::default();
        let status = unsafe { hence_append(self.0, lines.as_ptr().cast(), lines.len(), &mut receipt) };
        if status < 0 { Err(last_error()) } else { Ok(receipt) }
    }

    fn ask(&self, target: &str) -> Result<String, String> {
        let target = CString::new(target).map_err(|e| e.to_string())?;
        unsafe {
            let answer = hence_ask(
                self.0, b"GET\0".as_ptr().cast(), target.as_ptr(),
                b"text/plain\0".as_ptr().cast(), null(), 0);
            if answer.is_null() {
                return Err(last_error());
            }
            let text = CStr::from_ptr(hence_answer_text(answer, null_mut()));
            let text = text.to_string_lossy().into_owned();
            hence_answer_free(answer);
            Ok(text)
        }
    }
}

impl Drop for Hence {
    fn drop(&mut self) {
        unsafe { hence_close(self.0) }
    }
}

fn main() -> Result<(), String> {
    let place = std::env::args().nth(1).unwrap_or("memory:".into());
    let store = Hence::open(&place)?;
    let events = r#"{"id":"r-1","kind":"session_start","time":"2026-02-23T10:00:00Z","session":"r","fields":{"goal":"make the test pass"}}
{"id":"r-2","kind":"tool_call","time":"2026-02-23T10:00:01Z","session":"r","parent":"r-1","fields":{"tool_name":"Bash","input":{"command":"make test"}},"rationale":{"why":"see what fails first"}}
"#;
    let receipt = store.append(events)?;
    println!("{} recorded, {} known already", receipt.accepted, receipt.duplicates);
    print!("{}", store.ask("/api/v1/events/r-2/explain")?);
    Ok(())
}
