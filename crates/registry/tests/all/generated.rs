//! What a domain generates is read back, also several instances from one file.

use tremaux_domain::{DomainEntry, Source};
use tremaux_registry::DOMAINS;

/// The instances of a source, as text.
fn read(domain: &dyn DomainEntry, source: Source<'_>) -> Vec<String> {
    let read = domain.read(source, &[]);
    let read = read.unwrap_or_else(|error| panic!("{}: {error}", domain.info().name));
    read.iter().map(|instance| instance.text().to_owned()).collect()
}

#[test]
fn a_file_of_generated_instances_is_read_back() {
    let mut files = 0;
    for domain in DOMAINS {
        let texts: Vec<String> =
            domain.generate(5, 3, &[]).expect("the options by default").collect();
        assert_eq!(texts.len(), 3, "{}", domain.info().name);
        let each: Vec<String> =
            texts.iter().flat_map(|text| read(**domain, Source::One(text))).collect();
        assert_eq!(each.len(), 3, "{}", domain.info().name);
        let Some(between) = domain.between_instances() else { continue };
        let file = texts.join(&format!("\n{between}"));
        assert_eq!(read(**domain, Source::Many(&file)), each, "{}", domain.info().name);
        files += 1;
    }
    assert!(files > 15, "{files} domains whose files hold several instances");
}
