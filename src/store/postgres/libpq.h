// libpq, loaded when a PostgreSQL store is first opened.
//
// Most programs keep their store in a directory. Linked in, libpq would bring Kerberos, LDAP and
// their libraries into every start of `hence` and into every host of libhence. So it is loaded by
// name at run time; a machine without it can do everything else.
#pragma once

#include <postgresql/libpq-fe.h>

#include "hence/result.h"

namespace hence::postgres {

struct Libpq {
    decltype(&::PQconnectdbParams) connect_with;
    decltype(&::PQconninfoParse) parse_conninfo;
    decltype(&::PQconninfoFree) free_conninfo;
    decltype(&::PQfreemem) free_memory;
    decltype(&::PQstatus) status;
    decltype(&::PQerrorMessage) error_message;
    decltype(&::PQfinish) finish;
    decltype(&::PQsocket) socket;
    decltype(&::PQsetnonblocking) set_nonblocking;
    decltype(&::PQflush) flush;
    decltype(&::PQconsumeInput) consume_input;
    decltype(&::PQisBusy) is_busy;
    decltype(&::PQenterPipelineMode) enter_pipeline_mode;
    decltype(&::PQpipelineSync) pipeline_sync;
    decltype(&::PQsendQueryParams) send_query;
    decltype(&::PQsendPrepare) send_prepare;
    decltype(&::PQsendQueryPrepared) send_prepared;
    decltype(&::PQgetResult) get_result;
    decltype(&::PQresultStatus) result_status;
    decltype(&::PQresultErrorField) error_field;
    decltype(&::PQntuples) rows;
    decltype(&::PQgetvalue) value;
    decltype(&::PQgetlength) length;
    decltype(&::PQgetisnull) is_null;
    decltype(&::PQclear) clear;
    decltype(&::PQsetNoticeReceiver) set_notice_receiver;
    decltype(&::PQparameterStatus) parameter;
};

// Fails with unsupported where it cannot be loaded. It stays loaded.
Result<const Libpq*> libpq();

}  // namespace hence::postgres
