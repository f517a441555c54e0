use tremaux_core::FixedPacked;

#[test]
fn too_few_bytes_are_no_state() {
    assert_eq!(u32::read(&[1, 2, 3]), None);
    assert_eq!(u32::read(&[1, 2, 0, 0, 9]), Some(513));
    assert_eq!(<(u8, u32)>::read(&[1, 2]), None);
}
