//! What a referee and its keepers say to each other: numbers of eight bytes, and texts with their lengths before.

use std::{
    io::{self, Read},
    os::unix::process::ExitStatusExt,
    process::ExitStatus,
    time::Duration,
};

use super::program::{Answer, End, Limits, Question};

/// What a keeper replies: an answer, or the number of the error that kept the program from running.
pub(super) type Reply = Result<Answer, i32>;

pub(super) fn write_question(question: &Question) -> Vec<u8> {
    let mut message = Vec::new();
    write_text(&mut message, question.command.as_bytes());
    write_text(&mut message, &question.input);
    write_time(&mut message, question.limits.timeout);
    write_number(&mut message, question.limits.memory.unwrap_or(0));
    write_number(&mut message, question.longest as u64);
    message
}

/// Reads a question; nothing at the end of the conversation.
pub(super) fn read_question(input: &mut impl Read) -> io::Result<Option<Question>> {
    let command = match read_text(input) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        command => String::from_utf8(command?).map_err(io::Error::other)?,
    };
    Ok(Some(Question {
        command,
        input: read_text(input)?,
        limits: Limits {
            timeout: read_time(input)?,
            memory: Some(read_number(input)?).filter(|&mib| mib > 0),
        },
        longest: read_number(input)? as usize,
    }))
}

pub(super) fn write_reply(reply: &Reply) -> Vec<u8> {
    let mut message = Vec::new();
    let (kind, detail) = match reply {
        Err(error) => (0, *error),
        Ok(answer) => match answer.end {
            End::Answered => (1, 0),
            End::Exited(status) => (2, status.into_raw()),
            End::Flooded => (3, 0),
            End::TimedOut => (4, 0),
            End::Rebelled => (5, 0),
        },
    };
    write_number(&mut message, kind);
    write_number(&mut message, i64::from(detail).cast_unsigned());
    if let Ok(answer) = reply {
        write_time(&mut message, answer.time);
        write_text(&mut message, &answer.output);
        write_text(&mut message, &answer.complaints);
    }
    message
}

pub(super) fn read_reply(input: &mut impl Read) -> io::Result<Reply> {
    let kind = read_number(input)?;
    let detail = read_number(input)?.cast_signed() as i32;
    let end = match kind {
        0 => return Ok(Err(detail)),
        1 => End::Answered,
        2 => End::Exited(ExitStatus::from_raw(detail)),
        3 => End::Flooded,
        4 => End::TimedOut,
        5 => End::Rebelled,
        _ => return Err(io::ErrorKind::InvalidData.into()),
    };
    Ok(Ok(Answer {
        end,
        time: read_time(input)?,
        output: read_text(input)?,
        complaints: read_text(input)?,
    }))
}

fn write_number(message: &mut Vec<u8>, number: u64) {
    message.extend(number.to_le_bytes());
}

fn read_number(input: &mut impl Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    input.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

fn write_time(message: &mut Vec<u8>, time: Duration) {
    write_number(message, time.as_nanos().try_into().unwrap_or(u64::MAX));
}

fn read_time(input: &mut impl Read) -> io::Result<Duration> {
    read_number(input).map(Duration::from_nanos)
}

fn write_text(message: &mut Vec<u8>, text: &[u8]) {
    write_number(message, text.len() as u64);
    message.extend(text);
}

fn read_text(input: &mut impl Read) -> io::Result<Vec<u8>> {
    let len = read_number(input)?;
    let mut text = Vec::new();
    match input.take(len).read_to_end(&mut text)? as u64 {
        read if read == len => Ok(text),
        _ => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_as_they_were_written() {
        let question = Question {
            command: "echo ½".to_string(),
            input: b"3,2\n\xff\0".to_vec(),
            limits: Limits {
                timeout: Duration::from_millis(1500),
                memory: Some(7),
            },
            longest: 9,
        };
        let message = write_question(&question);
        let read = read_question(&mut &message[..]).expect("whole");
        assert_eq!(read, Some(question));
        assert_eq!(read_question(&mut &message[..0]).expect("the end"), None);
        assert!(read_question(&mut &message[..20]).is_err());

        let ends = [
            End::Answered,
            End::Exited(ExitStatus::from_raw(9)),
            End::Flooded,
            End::TimedOut,
            End::Rebelled,
        ];
        let answers = ends.map(|end| {
            Ok(Answer {
                output: b"1,1\n".to_vec(),
                complaints: vec![0xff; 3],
                time: Duration::from_micros(5),
                end,
            })
        });
        for reply in answers.into_iter().chain([Err(-11)]) {
            let message = write_reply(&reply);
            assert_eq!(read_reply(&mut &message[..]).expect("whole"), reply);
            assert!(read_reply(&mut &message[..message.len() - 1]).is_err());
        }
    }
}
