// Event type names, as the servers' get_type_str() and SHOW BINLOG EVENTS print them (sql/log_event.cc of
// MySQL 9.x and of MariaDB 10.11). Where a server gives one name to two types, the newer one has its version
// behind it here.
#include "base/text_table.hpp"
#include "nanobinlog/event.hpp"

namespace nbl {
namespace {

constexpr const char* source(u16 number) noexcept {
  switch (static_cast<EventType>(number)) {
    case EventType::unknown: return "Unknown";
    case EventType::start_v3: return "Start_v3";
    case EventType::query: return "Query";
    case EventType::stop: return "Stop";
    case EventType::rotate: return "Rotate";
    case EventType::intvar: return "Intvar";
    case EventType::load: return "Load";
    case EventType::slave: return "Slave";
    case EventType::create_file: return "Create_file";
    case EventType::append_block: return "Append_block";
    case EventType::exec_load: return "Exec_load";
    case EventType::delete_file: return "Delete_file";
    case EventType::new_load: return "New_load";
    case EventType::rand: return "RAND";
    case EventType::user_var: return "User var";
    case EventType::format_description: return "Format_desc";
    case EventType::xid: return "Xid";
    case EventType::begin_load_query: return "Begin_load_query";
    case EventType::execute_load_query: return "Execute_load_query";
    case EventType::table_map: return "Table_map";
    case EventType::pre_ga_write_rows: return "Write_rows_event_old";
    case EventType::pre_ga_update_rows: return "Update_rows_event_old";
    case EventType::pre_ga_delete_rows: return "Delete_rows_event_old";
    case EventType::write_rows_v1: return "Write_rows_v1";
    case EventType::update_rows_v1: return "Update_rows_v1";
    case EventType::delete_rows_v1: return "Delete_rows_v1";
    case EventType::incident: return "Incident";
    case EventType::heartbeat: return "Heartbeat";
    case EventType::ignorable: return "Ignorable";
    case EventType::rows_query: return "Rows_query";
    case EventType::write_rows: return "Write_rows";
    case EventType::update_rows: return "Update_rows";
    case EventType::delete_rows: return "Delete_rows";
    case EventType::gtid: return "Gtid";
    case EventType::anonymous_gtid: return "Anonymous_Gtid";
    case EventType::previous_gtids: return "Previous_gtids";
    case EventType::transaction_context: return "Transaction_context";
    case EventType::view_change: return "View_change";
    case EventType::xa_prepare: return "XA_prepare";
    case EventType::partial_update_rows: return "Update_rows_partial";
    case EventType::transaction_payload: return "Transaction_payload";
    case EventType::heartbeat_v2: return "Heartbeat_v2";
    case EventType::gtid_tagged: return "Gtid_tagged";
    case EventType::large_transaction_header: return "Large_transaction_header";
    case EventType::mariadb_annotate_rows: return "Annotate_rows";
    case EventType::mariadb_binlog_checkpoint: return "Binlog_checkpoint";
    case EventType::mariadb_gtid: return "Gtid";
    case EventType::mariadb_gtid_list: return "Gtid_list";
    case EventType::mariadb_start_encryption: return "Start_encryption";
    case EventType::mariadb_query_compressed: return "Query_compressed";
    case EventType::mariadb_write_rows_compressed_v1: return "Write_rows_compressed_v1";
    case EventType::mariadb_update_rows_compressed_v1: return "Update_rows_compressed_v1";
    case EventType::mariadb_delete_rows_compressed_v1: return "Delete_rows_compressed_v1";
    case EventType::mariadb_write_rows_compressed: return "Write_rows_compressed";
    case EventType::mariadb_update_rows_compressed: return "Update_rows_compressed";
    case EventType::mariadb_delete_rows_compressed: return "Delete_rows_compressed";
  }
  return nullptr;
}

constexpr TextTable<source, 255> kNames;

}  // namespace

const char* event_type_name(EventType type) noexcept {
  const char* name = kNames.find(static_cast<u8>(type));
  return name != nullptr ? name : kNames.characters;
}

}  // namespace nbl
