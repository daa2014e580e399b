-- Whoever watches a run of statements hears of each mail: that it waits, is being sent, went out, failed or was cancelled.

create function private.nudge_statement_mails() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from changed where record_kind = 'statement') then
    perform private.nudge('page:statements', tg_table_name, tg_op, null);
  end if;
  return null;
end $$;
comment on function private.nudge_statement_mails is 'Mails of statements nudge the page of statements, without an id: a run counts many.';
call private.after_each_statement('public.scheduled_emails', 'nudge_statements', 'private.nudge_statement_mails()', '{insert,update}');

revoke execute on all routines in schema private from public;
