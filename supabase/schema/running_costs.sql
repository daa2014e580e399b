-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.running_costs (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  hourly_cost numeric(10,4),
  km_cost numeric(10,4),
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint running_costs_pkey PRIMARY KEY (id),
  constraint running_costs_kind_key UNIQUE (kind),
  constraint running_costs_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint running_costs_fit_their_kind CHECK (
CASE
    WHEN kind = 'travel'::text THEN km_cost IS NOT NULL AND hourly_cost IS NULL
    ELSE hourly_cost IS NOT NULL AND km_cost IS NULL
END),
  constraint running_costs_hourly_cost_is_a_number CHECK (hourly_cost <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint running_costs_kind_is_known CHECK (kind = ANY (ARRAY['cnc'::text, 'laser'::text, 'print'::text, 'travel'::text])),
  constraint running_costs_km_cost_is_a_number CHECK (km_cost <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint running_costs_range CHECK (hourly_cost >= 0::numeric AND hourly_cost <= 100000::numeric AND km_cost >= 0::numeric AND km_cost <= 10000::numeric)
);
alter table public.running_costs enable row level security;
grant delete, insert, select, update on public.running_costs to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.running_costs to service_role;
create policy "staff who keep markups add running costs" on public.running_costs for insert to authenticated
  with check (( SELECT private.named('view_financial_data'::text) AS named) AND ( SELECT private.can('markup-demo'::text, 'edit'::text) AS can));
create policy "staff who keep markups remove running costs" on public.running_costs for delete to authenticated
  using (( SELECT private.named('view_financial_data'::text) AS named) AND ( SELECT private.can('markup-demo'::text, 'edit'::text) AS can));
create policy "holders of view_financial_data read running costs" on public.running_costs for select to authenticated
  using (( SELECT private.named('view_financial_data'::text) AS named));
create policy "staff who keep markups change running costs" on public.running_costs for update to authenticated
  using (( SELECT private.named('view_financial_data'::text) AS named) AND ( SELECT private.can('markup-demo'::text, 'edit'::text) AS can))
  with check (( SELECT private.named('view_financial_data'::text) AS named) AND ( SELECT private.can('markup-demo'::text, 'edit'::text) AS can));
CREATE TRIGGER ask_first BEFORE INSERT ON public.running_costs FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('view_financial_data', 'markup-demo:edit');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.running_costs FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER count_version BEFORE UPDATE ON public.running_costs FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.running_costs FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_new_prices AFTER INSERT OR DELETE OR UPDATE ON public.running_costs FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_new_prices();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.running_costs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.running_costs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.running_costs REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations');
CREATE TRIGGER pin BEFORE UPDATE ON public.running_costs FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.running_costs FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
comment on table public.running_costs is 'What an hour of a machine and a kilometre of a van cost. Only for holders of view_financial_data.';
comment on column public.running_costs.kind is 'The machine, as in machine_prices, or travel.';

CREATE OR REPLACE FUNCTION private.machine_unit_cost(p_rate jsonb, p_speed jsonb)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case p_rate ->> 'per'
    when 'hour' then (p_rate ->> 'hour_cost')::numeric
    when 'minute' then private.cut_ratio((p_rate ->> 'hour_cost')::numeric, 60)
    when 'm' then private.cut_ratio((p_rate ->> 'hour_cost')::numeric * 1000 * (p_speed ->> 'passes')::numeric, (p_speed ->> 'mm_min')::numeric * 60)
  end
$function$;
comment on function private.machine_unit_cost(p_rate jsonb, p_speed jsonb) is 'What one unit of machine work costs by the hour of its machine: a metre where the speed is known. Null where nobody knows it.';
