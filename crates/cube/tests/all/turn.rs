use tremaux_cube::{Cubies, Face, Turn, Turns};

#[test]
fn turns_of_one_face_are_left_out() {
    let all: Vec<String> = Turns::OF_THREE_FACES.map(|turn| turn.to_string()).collect();
    assert_eq!(all.join(" "), "U U2 U' R R2 R' F F2 F'");
    for last in Turns::ALL {
        assert_eq!(last.inverse().inverse(), last);
        assert_eq!(Cubies::parse(&last.to_string()), Ok(Cubies::after([last])));
        let after: Vec<Turn> = Turns::ALL.after(last).collect();
        assert!(after.len() == 15 && after.iter().all(|turn| turn.face() != last.face()));
        let ordered = Turns::ALL.in_order_after(last);
        let is_second = last.face() as u8 >= 3;
        assert_eq!(ordered.len(), if is_second { 12 } else { 15 });
        for turn in after {
            let is_left_out = is_second && turn.face() == last.face().opposite();
            assert_eq!(ordered.contains(turn), !is_left_out);
        }
    }
    assert_eq!(Turns::default().len(), 0);
    assert!(Turn::new(Face::U, 0).is_none() && Turn::new(Face::U, 4).is_none());
}
