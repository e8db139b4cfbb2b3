//! What a user of the command and of the library can see. It is one program, because linking twenty takes longer than
//! running them.

mod command;
mod hypercube;
mod quantum;
mod support;
