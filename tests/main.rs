//! Tests of the command and the library, as their users see them. They are one program, because linking twenty programs
//! takes longer than running them.

mod command;
mod hypercube;
mod quantum;
mod support;
