#include "ports/cli/walk.hpp"

#include "ports/cli/message.hpp"

namespace nbl::cli {

namespace {

// A mapped file is fed in windows, so that what lies behind can be let go.
constexpr std::size_t kWindow = std::size_t{32} << 20;

}  // namespace

int Walk::run(StepHandler* handler) {
  std::uint64_t total = 0;
  for (const std::string& file : arguments_.files) {
    const std::uint64_t size = file_size(file);
    if (size == 0) {
      total = 0;
      break;
    }
    total += size;
  }
  progress_ = std::make_unique<Progress>(total);
  int status = kExitOk;
  for (std::size_t i = 0; i < arguments_.files.size(); ++i) {
    Source source;
    if (!source.open(arguments_.files[i], spool_)) {
      status = kExitBroken;
      if (handler->unreadable(arguments_.files[i])) continue;
      return status;
    }
    const Place place{i == 0, i + 1 == arguments_.files.size()};
    ++totals_.files;
    went_on_ = false;
    left_out_ = i == 0 ? arguments_.start_position : 0;
    const End end = read_file(&source, handler, place);
    if (source.truncated()) {
      output_->drop_unsafe();
      say(source.path(), "the file was cut short while it was read");
      return kExitBroken;
    }
    output_->mark_safe();
    if (output_->failed()) return kExitBroken;
    if (went_on_) status = kExitBroken;
    if (end == End::broken && !handler->goes_on_after_broken()) return kExitBroken;
    if (end == End::broken) status = kExitBroken;
    if (end == End::incomplete) status = worse_exit(status, kExitIncomplete);
    if (end == End::stopped) break;
  }
  return status;
}

Walk::End Walk::read_file(Source* source, StepHandler* handler, Place place) {
  Reader& reader = source->mapped() ? stable_ : copied_;
  if (!reader.ready() &&
      !reader.init(arguments_, source->mapped() ? Input::stable : Input::copied, Deliver::transactions)) {
    return End::broken;
  }
  reader->begin_file();
  const LogTotals before = reader->totals();
  End end = handler->begin_file(*source, place) ? End::whole : End::stopped;
  if (end == End::whole)
    end = source->mapped() ? read_mapped(source, *reader, handler) : read_stream(source, *reader, handler);
  const LogTotals after = reader->totals();
  totals_.events += after.events - before.events;
  totals_.bytes += after.bytes - before.bytes;
  bytes_before_ += source->bytes().size;
  return end;
}

Walk::End Walk::read_mapped(Source* source, LogReader& reader, StepHandler* handler) {
  const Span all = source->bytes();
  std::size_t window = kWindow;
  for (std::size_t at = 0; at < all.size;) {
    const Span given = all.skip(at).first(window);
    Span rest = given;
    const End end = take_steps(source, reader, &rest, handler);
    if (end != End::whole) return end;
    const std::size_t used = given.size - rest.size;
    at += used;
    source->release_before(at);
    if (given.size == all.size - at + used && rest.size != 0) break;  // the rest is part of an event
    // An event that is larger than the window.
    if (used == 0) window *= 2;
  }
  return finish(source, reader, handler);
}

Walk::End Walk::read_stream(Source* source, LogReader& reader, StepHandler* handler) {
  for (;;) {
    Span piece;
    if (!source->read(&piece)) return End::broken;
    if (piece.empty()) return finish(source, reader, handler);
    const End end = take_steps(source, reader, &piece, handler);
    if (end != End::whole) return end;
  }
}

Walk::End Walk::take_steps(Source* source, LogReader& reader, Span* rest, StepHandler* handler) {
  Step step;
  for (;;) {
    std::size_t consumed = 0;
    const bool good = reader.feed(*rest, &consumed, &step);
    *rest = rest->skip(consumed);
    if (source->truncated()) return End::broken;
    if (!good) {
      if (!recovers(source, reader, handler)) return End::broken;
      continue;
    }
    progress_->update(bytes_before_ + reader.offset());
    if (step.kind == StepKind::need_more) return End::whole;
    const bool goes_on = handler->step(*source, reader, step);
    if (source->truncated()) return End::broken;
    output_->mark_safe();
    if (output_->failed()) return End::broken;
    if (!goes_on) return End::stopped;
  }
}

bool Walk::recovers(Source* source, LogReader& reader, StepHandler* handler) {
  // What was not asked for need not be right: else nobody could read on behind one bad value.
  if (reader.status().offset < left_out_ && reader.recover()) return true;
  const bool wants = handler->fault(*source, reader);
  if (!wants || !reader.recover()) return false;
  went_on_ = true;
  return true;
}

Walk::End Walk::finish(Source* source, LogReader& reader, StepHandler* handler) {
  Step step;
  End end = End::whole;
  for (;;) {
    if (!reader.finish(&step)) {
      const bool cut = reader.status().code == Code::incomplete_event;
      if (cut) say_status(source->path(), reader.status(), "");
      if (!cut) static_cast<void>(handler->fault(*source, reader));
      return cut ? End::incomplete : End::broken;
    }
    if (step.kind == StepKind::need_more) return end;
    end = End::incomplete;
    say_at(source->path(), step.start_offset,
           std::string(code_name(Code::incomplete_transaction)) + ": " +
               code_text(Code::incomplete_transaction));
    if (!handler->step(*source, reader, step)) return End::stopped;
  }
}

}  // namespace nbl::cli
