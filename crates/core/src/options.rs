//! Structs of options that can grow.

/// Defines a struct of options whose fields can be read by everyone, and a method for each that
/// sets it: a new option breaks no program.
///
/// The struct is not exhaustive, so its users begin with a value that it offers:
/// `Minimax::default().max_depth(6)`.
#[macro_export]
macro_rules! options {
    (
        $(#[$attribute:meta])*
        pub struct $name:ident {
            $($(#[$of_field:meta])* pub $field:ident: $kind:ty,)*
        }
    ) => {
        $(#[$attribute])*
        #[non_exhaustive]
        pub struct $name {
            $($(#[$of_field])* pub $field: $kind,)*
        }

        impl $name {
            $(
                #[doc = concat!("Sets the option `", stringify!($field), "`.")]
                #[must_use]
                pub const fn $field(mut self, $field: $kind) -> Self {
                    self.$field = $field;
                    self
                }
            )*
        }
    };
}
