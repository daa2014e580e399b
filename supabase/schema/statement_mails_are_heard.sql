-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.nudge_statement_mails()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from changed where record_kind = 'statement') then
    perform private.nudge('page:statements', tg_table_name, tg_op, null);
  end if;
  return null;
end $function$;
comment on function private.nudge_statement_mails() is 'Mails of statements nudge the page of statements, without an id: a run counts many.';
