set check_function_bodies = off;

create or replace function private.nudge_lines() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  v_touched constant text := case tg_op when 'UPDATE' then 'table previous union all table changed' else 'table changed' end;
  v_uuid text;
  v_id text;
begin
  for v_uuid, v_id in execute format(
    'select p.public_uuid::text, case when count(distinct t.id) = 1 then min(t.id::text) end
       from (%s) as t join public.%I as p on p.%I = t.%I group by 1',
    v_touched, tg_argv[0], case when tg_nargs > 2 then tg_argv[2] else 'id' end, tg_argv[1])
  loop
    perform private.nudge('doc:' || v_uuid, tg_table_name, tg_op, v_id);
  end loop;
  return null;
end $$;

CREATE TRIGGER nudge_extra_work_delete AFTER DELETE ON public.orders REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_lines('quotations', 'id', 'amends_order_id');

CREATE TRIGGER nudge_extra_work_insert AFTER INSERT ON public.orders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_lines('quotations', 'id', 'amends_order_id');

CREATE TRIGGER nudge_extra_work_update AFTER UPDATE ON public.orders REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_lines('quotations', 'id', 'amends_order_id');

comment on function private.nudge_lines() is 'Arguments: table of the document, column that points at it, and what it points at where that is not the id. A changed line nudges
doc:<public_uuid> of its document.';

reset check_function_bodies;
