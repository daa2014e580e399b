-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.nudge_clients()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_touched constant text := case tg_op when 'UPDATE' then 'table previous union all table changed' else 'table changed' end;
  v_user uuid;
begin
  for v_user in execute format(
    'select distinct c.user_id
       from (%s) as touched
       join public.contacts c on c.id = touched.contact_id
       join public.user_roles r on r.user_id = c.user_id and r.role = ''client''
      where touched.%I <> all ($1)', v_touched, tg_argv[0])
    using tg_argv[1:]
  loop
    perform private.nudge('user:' || v_user, tg_table_name, tg_op, null);
  end loop;
  return null;
end $function$;
comment on function private.nudge_clients() is 'Arguments: column of the state, then the states in which clients read no such row. Tells the clients whose contact a changed row names, without its id.';
