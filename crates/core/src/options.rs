//! Structs of options that can grow.

/// Defines a struct of options whose fields can be read by everyone, and a method for each that
/// sets it: a new option breaks no program. Where every field has a default, so has the struct.
///
/// The struct is not exhaustive, so its users begin with a value that it offers:
/// `Minimax::default().max_depth(6)`. It is written and read by the feature `serde` of the crate
/// that defines it; what is missing then has its default.
#[macro_export]
macro_rules! options {
    (
        $(#[$attribute:meta])*
        pub struct $name:ident {
            $($(#[$of_field:meta])* pub $field:ident: $kind:ty = $default:expr,)*
        }
    ) => {
        $crate::options! {
            #[cfg_attr(feature = "serde", serde(default))]
            $(#[$attribute])*
            pub struct $name {
                $(
                    $(#[$of_field])*
                    #[doc = concat!("\n\nThe default is `", stringify!($default), "`.")]
                    pub $field: $kind,
                )*
            }
        }

        impl $name {
            /// The defaults.
            pub const DEFAULT: Self = Self { $($field: $default,)* };
        }

        impl Default for $name {
            fn default() -> Self {
                Self::DEFAULT
            }
        }
    };
    (
        $(#[$attribute:meta])*
        pub struct $name:ident {
            $($(#[$of_field:meta])* pub $field:ident: $kind:ty,)*
        }
    ) => {
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
