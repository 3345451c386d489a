// SIGINT and SIGTERM: the end of a run is told in words.
#ifndef NANOBINLOG_PORTS_CLI_STOP_SIGNAL_HPP
#define NANOBINLOG_PORTS_CLI_STOP_SIGNAL_HPP

namespace nbl::cli {

/// From here on a signal ends the process at once, with a message and exit status 128 + n. A signal that the
/// process was started without (nohup) stays ignored. Call once.
void end_on_signals();

/// From here on the first signal is only noted, so that what was begun can be brought to an end; the second
/// one ends the process as before.
void note_signals();
/// The signal noted, 0 where there is none.
[[nodiscard]] int noted_signal();
/// Readable once a signal has been noted: for poll(). -1 before note_signals().
[[nodiscard]] int signal_descriptor();
/// "SIGINT", "SIGTERM".
[[nodiscard]] const char* signal_name(int number);

}  // namespace nbl::cli

#endif
