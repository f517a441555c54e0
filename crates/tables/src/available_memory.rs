//! The memory that this machine has left.

use std::fs;

/// The memory in bytes that this process can still use, if known: that of the machine, or less if
/// its control group (a container) or its address space (`ulimit -v`) has a limit.
pub fn available_memory() -> Option<u64> {
    [of_machine(), of_control_group(), of_process()].into_iter().flatten().min()
}

/// The limit of the address space less what is in use.
fn of_process() -> Option<u64> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let limit = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    let limit: u64 = limit.split_whitespace().next()?.parse().ok()?;
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let used = status.lines().find_map(|line| line.strip_prefix("VmSize:"))?;
    let used: u64 = used.split_whitespace().next()?.parse().ok()?;
    Some(limit.saturating_sub(used << 10))
}

fn of_machine() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes << 10)
}

/// The limit of the control group less what is in use, without caches of files.
fn of_control_group() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let group = groups.lines().find_map(|line| line.strip_prefix("0::"))?;
    let read = |file: &str| fs::read_to_string(format!("/sys/fs/cgroup{group}/{file}")).ok();
    let limit: u64 = read("memory.max")?.trim().parse().ok()?;
    let used: u64 = read("memory.current")?.trim().parse().ok()?;
    let statistics = read("memory.stat").unwrap_or_default();
    let caches = statistics.lines().find_map(|line| line.strip_prefix("inactive_file "));
    let caches = caches.and_then(|bytes| bytes.trim().parse().ok()).unwrap_or(0);
    Some(limit.saturating_sub(used.saturating_sub(caches)))
}

/// A number of bytes in words: `900 MiB`, `11.9 GiB`.
pub fn memory_in_words(bytes: u64) -> String {
    const MEBI: u64 = 1 << 20;
    match bytes {
        ..MEBI => format!("{} KiB", bytes.div_ceil(1 << 10)),
        MEBI..0x1_0000_0000 => format!("{} MiB", bytes.div_ceil(MEBI)),
        _ => format!("{:.1} GiB", bytes as f64 / (1_u64 << 30) as f64),
    }
}
