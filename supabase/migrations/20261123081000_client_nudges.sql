-- A client's own lists of papers are live: whoever may read them hears that something changed, on the topic of their own.

create function private.nudge_clients() returns trigger language plpgsql security definer set search_path = '' as $function$
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
comment on function private.nudge_clients() is
  'Arguments: column of the state, then the states in which clients read no such row. Tells the clients whose contact a '
  'changed row names, without its id.';

call private.after_each_statement('public.quotations', 'nudge_client', $$private.nudge_clients('status', 'draft')$$);
call private.after_each_statement('public.orders', 'nudge_client', $$private.nudge_clients('status')$$);
call private.after_each_statement('public.deliveries', 'nudge_client', $$private.nudge_clients('status')$$);
call private.after_each_statement('public.statements', 'nudge_client', $$private.nudge_clients('statement_number')$$);

revoke execute on all routines in schema private from public;
