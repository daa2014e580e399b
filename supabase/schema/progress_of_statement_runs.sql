-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.statement_run_progress(p_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.must('statements', 'view', 'see statements');
  return private.statement_run_state(p_id);
end $function$;
grant execute on function private.statement_run_progress(p_id uuid) to authenticated;
grant execute on function private.statement_run_progress(p_id uuid) to service_role;
comment on function private.statement_run_progress(p_id uuid) is 'How far a run of statements is: {id, status, clients, waits, mailed, sent, queued, failed, cancelled}. mailed: the statement is made
and its mail was put into the queue; sent and queued: what became of that mail. Null without such a run.';
