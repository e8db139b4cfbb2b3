//! Short texts that are appended fast.

/// A text of at most `N` bytes. Appending it copies `N` bytes, a fixed number, which takes no call and no branch: nobody
/// can guess the length of the next one.
#[derive(Clone, Copy)]
pub(crate) struct ShortText<const N: usize> {
    bytes: [u8; N],
    len: usize,
}

impl<const N: usize> ShortText<N> {
    pub(crate) const EMPTY: Self = Self {
        bytes: [0; N],
        len: 0,
    };

    /// Returns the text with another at its end.
    pub(crate) const fn with(mut self, text: &str) -> Self {
        let (_, rest) = self.bytes.split_at_mut(self.len);
        rest.split_at_mut(text.len())
            .0
            .copy_from_slice(text.as_bytes());
        self.len += text.len();
        self
    }

    #[inline]
    pub(crate) fn append_to(&self, output: &mut Vec<u8>) {
        output.extend_from_slice(&self.bytes);
        output.truncate(output.len() - N + self.len);
    }
}
