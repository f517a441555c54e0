use tremaux_testkit::read_dot;

#[test]
fn what_is_in_the_language_is_read() {
    let text = "digraph search {\n graph [label=\"a \\\" b\", size=1.5];\n layout=neato;\n \
                n0 [label=<<TABLE BORDER=\"0\"><TR><TD><B>a &lt; \
                b</B><BR/>c</TD></TR></TABLE>>];\n n0 -> n1 -> n2 [label=\"\"];\n}\n";
    let graph = read_dot(text).expect("it is in the language");
    assert_eq!(graph.nodes.len(), 3);
    let edge = |from: &str, to: &str| (from.to_owned(), to.to_owned());
    assert_eq!(graph.edges, [edge("n0", "n1"), edge("n1", "n2")]);
    assert_eq!(read_dot("strict graph { a -- b }").expect("this too").edges.len(), 1);
}

#[test]
fn what_is_not_is_refused_with_its_line() {
    for wrong in [
        "",
        "digraph {",
        "digraph { a -- b }",
        "digraph { a -> }",
        "digraph { a [label] }",
        "digraph { a [label=\"x] }",
        "digraph { node }",
        "digraph { a } b",
        "digraph { a b=c d -> edge }",
        "digraph { 1.2.3 }",
        "digraph { a [label=<<B>x</I>>] }",
        "digraph { a [label=<<TABLE></TABLE>>] }",
        "digraph { a [label=<<TR><TD>x</TD></TR>>] }",
        "digraph { a \
         [label=<<TABLE><TR><TD>x<TABLE><TR><TD>y</TD></TR></TABLE></TD></TR></TABLE>>] }",
        "digraph { a [label=<<TABLE ONCLICK=\"x\"><TR><TD>x</TD></TR></TABLE>>] }",
        "digraph { a [label=<x & y>] }",
        "digraph { a [label=<<BR>>] }",
        "digraph { a [label=<<SCRIPT>x</SCRIPT>>] }",
    ] {
        assert!(read_dot(wrong).is_err(), "{wrong}");
    }
    assert!(read_dot("graph {\n\n a -> b }").is_err_and(|it| it.starts_with("line 3")));
}
