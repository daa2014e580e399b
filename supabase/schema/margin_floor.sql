-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.margin_approvals (
  quotation_id uuid not null,
  reason text not null,
  prices text not null,
  approved_by uuid,
  approved_at timestamp with time zone not null default now(),
  constraint margin_approvals_pkey PRIMARY KEY (quotation_id),
  constraint margin_approvals_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint margin_approvals_quotation_id_fkey FOREIGN KEY (quotation_id) REFERENCES public.quotations(id) ON DELETE CASCADE,
  constraint margin_approvals_approved_at_is_in_reach CHECK (approved_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND approved_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint margin_approvals_reason_length CHECK (char_length(btrim(reason)) >= 1 AND char_length(btrim(reason)) <= 2000 AND char_length(reason) <= 2000)
);
alter table public.margin_approvals enable row level security;
CREATE INDEX margin_approvals_approved_by_idx ON public.margin_approvals USING btree (approved_by);
grant select on public.margin_approvals to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.margin_approvals to service_role;
create policy "staff who view quotations read margin approvals" on public.margin_approvals for select to authenticated
  using (( SELECT private.can('quotations'::text, 'view'::text) AS can));
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.margin_approvals REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('quotation_id', 'quotations');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.margin_approvals REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('quotation_id', 'quotations');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.margin_approvals REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('quotation_id', 'quotations');
comment on table public.margin_approvals is 'Why a quotation below the margin floor may be sent. It names no cost.';
comment on column public.margin_approvals.prices is 'A digest of the quantities, nets and costs that were approved: another price or cost needs another approval.';

create table public.margin_floors (
  id uuid not null default gen_random_uuid(),
  floor_pct numeric(5,2) not null,
  service_id uuid,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint margin_floors_pkey PRIMARY KEY (id),
  constraint margin_floors_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint margin_floors_service_id_fkey FOREIGN KEY (service_id) REFERENCES public.services(id) ON DELETE CASCADE,
  constraint margin_floors_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint margin_floors_floor_pct_is_a_number CHECK (floor_pct <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])),
  constraint margin_floors_pct_range CHECK (floor_pct >= 0::numeric AND floor_pct < 100::numeric)
);
alter table public.margin_floors enable row level security;
CREATE INDEX margin_floors_created_by_idx ON public.margin_floors USING btree (created_by);
CREATE UNIQUE INDEX margin_floors_one_of_a_service_idx ON public.margin_floors USING btree (COALESCE(service_id, '00000000-0000-0000-0000-000000000000'::uuid));
CREATE INDEX margin_floors_service_id_idx ON public.margin_floors USING btree (service_id);
grant delete, insert, select, update on public.margin_floors to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.margin_floors to service_role;
create policy "who keeps prices and sees costs adds margin floors" on public.margin_floors for insert to authenticated
  with check (( SELECT private.named('view_financial_data'::text) AS named) AND ( SELECT private.can('markup-demo'::text, 'create'::text) AS can) AND created_by = (( SELECT auth.uid() AS uid)));
create policy "who keeps prices and sees costs removes margin floors" on public.margin_floors for delete to authenticated
  using (( SELECT private.named('view_financial_data'::text) AS named) AND ( SELECT private.can('markup-demo'::text, 'delete'::text) AS can));
create policy "holders of view_financial_data read margin floors" on public.margin_floors for select to authenticated
  using (( SELECT private.named('view_financial_data'::text) AS named));
create policy "who keeps prices and sees costs changes margin floors" on public.margin_floors for update to authenticated
  using (( SELECT private.named('view_financial_data'::text) AS named) AND ( SELECT private.can('markup-demo'::text, 'edit'::text) AS can))
  with check (( SELECT private.named('view_financial_data'::text) AS named) AND ( SELECT private.can('markup-demo'::text, 'edit'::text) AS can));
CREATE TRIGGER ask_first BEFORE INSERT ON public.margin_floors FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('view_financial_data', 'markup-demo:create');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.margin_floors FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER count_version BEFORE UPDATE ON public.margin_floors FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.margin_floors FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.margin_floors REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations', 'markup-demo');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.margin_floors REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations', 'markup-demo');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.margin_floors REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations', 'markup-demo');
CREATE TRIGGER pin BEFORE UPDATE ON public.margin_floors FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at', 'service_id');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.margin_floors FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.margin_floors FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.margin_floors is 'The least margin, in percent of the net. The row without a service holds for whole quotations, and for lines of services
without their own.';

CREATE OR REPLACE FUNCTION private.approve_margin(p_quotation_id uuid, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.quotations := private.quotation_for(p_quotation_id, 'approve the margin of a quotation');
begin
  if not (private.is_server() or private.named('view_financial_data')) then
    raise insufficient_privilege using message = 'Only colleagues who see costs approve a margin';
  elsif coalesce(btrim(p_reason), '') = '' then
    perform private.refuse('22023', 'Please say why');
  elsif char_length(p_reason) > 2000 then
    perform private.refuse('22023', 'Please use 2000 characters at most');
  elsif v_row.status <> 'draft' then
    perform private.refuse('PT409', 'This quotation was sent already');
  elsif private.margin_state(p_quotation_id) = 'fine' then
    perform private.refuse('PT409', 'The margin of this quotation needs no approval');
  end if;
  insert into public.margin_approvals as a (quotation_id, reason, prices, approved_by)
  values (p_quotation_id, btrim(p_reason), private.prices_of_quotation(p_quotation_id), auth.uid())
  on conflict (quotation_id) do update
     set reason = excluded.reason, prices = excluded.prices, approved_by = excluded.approved_by, approved_at = now()
   where (a.reason, a.prices) is distinct from (excluded.reason, excluded.prices);
  if found then
    perform private.log_event('quotation', p_quotation_id, 'margin_approved', jsonb_build_object('reason', btrim(p_reason)));
    perform private.tell_staff(private.owners_of(v_row), null, format('%s may be sent', v_row.number_with_version),
      format('%s approved its margin: %s', coalesce(private.person_label(auth.uid()), 'A colleague'), btrim(p_reason)), p_quotation_id,
      jsonb_build_object('quotation_number', v_row.quotation_number, 'kind', 'margin_approved'));
  end if;
end $function$;
grant execute on function private.approve_margin(p_quotation_id uuid, p_reason text) to authenticated;
grant execute on function private.approve_margin(p_quotation_id uuid, p_reason text) to service_role;
comment on function private.approve_margin(p_quotation_id uuid, p_reason text) is 'Somebody who sees costs says why a draft below the margin floor may be sent. It holds for these prices and costs: another
price needs another approval. The story keeps the reason.';

CREATE OR REPLACE FUNCTION private.ask_for_margin_approval(p_quotation_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.quotations := private.quotation_for(p_quotation_id, 'change quotations');
  v_people uuid[];
begin
  if v_row.status <> 'draft' or private.margin_state(p_quotation_id) <> 'below' then
    perform private.refuse('PT409', 'This quotation waits for no approval');
  elsif exists (
    select from public.document_events e where e.kind = 'quotation' and e.record_id = p_quotation_id and e.type = 'margin_asked'
       and e.meta ->> 'prices' = private.prices_of_quotation(p_quotation_id) and e.at > now() - interval '1 hour')
  then
    return;
  end if;
  select array_agg(ur.user_id) into v_people from public.user_roles ur
   where private.person_label(ur.user_id) = any (private.margin_approvers()) and ur.role not in ('pending', 'client');
  perform private.tell_staff(v_people, null, format('%s needs your approval', v_row.number_with_version),
    format('The margin of %s is below the floor. Please look at it before it is sent.', coalesce(v_row.project_title, 'this quotation')),
    p_quotation_id, jsonb_build_object('quotation_number', v_row.quotation_number, 'kind', 'margin_asked'));
  perform private.log_event('quotation', p_quotation_id, 'margin_asked',
    jsonb_build_object('prices', private.prices_of_quotation(p_quotation_id)));
end $function$;
grant execute on function private.ask_for_margin_approval(p_quotation_id uuid) to authenticated;
grant execute on function private.ask_for_margin_approval(p_quotation_id uuid) to service_role;
comment on function private.ask_for_margin_approval(p_quotation_id uuid) is 'Tells everybody who may approve the margin that a draft waits. The same prices are told once an hour.';

CREATE OR REPLACE FUNCTION private.below_floor(p_quotation_id uuid)
 RETURNS TABLE(item_id uuid, description text, margin_pct numeric, floor_pct numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with house as (
    select f.floor_pct from public.margin_floors f where f.service_id is null
  ), priced as (
    select i.id, i.position, i.description,
           least(private.margin_of(i.net, trunc(coalesce(i.charged_qty, i.qty) * c.unit_cost, 2)), band.margin_pct) as margin_pct,
           coalesce(f.floor_pct, (select house.floor_pct from house)) as floor_pct
      from public.quotation_items i
      join public.quotations q on q.id = i.quotation_id
      join public.quotation_item_costs c on c.item_id = i.id
      left join public.margin_floors f on f.service_id = i.service_id
      -- The client chooses among the prices by quantity that are shown.
      left join lateral (
        select min(private.margin_of(private.line_net(private.charged_qty(b.qty, i.unit, i.width_mm, i.height_mm, i.charge_rule), b.price, i.discount_pct),
                       trunc(private.charged_qty(b.qty, i.unit, i.width_mm, i.height_mm, i.charge_rule) * c.unit_cost, 2))) as margin_pct
          from (select greatest(split_part(part, ':', 1)::numeric, 1) as qty, split_part(part, ':', 2)::numeric as price
                  from regexp_split_to_table(i.price_breaks, ' ') as part) as b
      ) as band on q.show_price_breaks
     where i.quotation_id = p_quotation_id and i.kind = 'item'
  ), whole as (
    select q.net, sum(trunc(coalesce(i.charged_qty, i.qty) * c.unit_cost, 2)) as cost, (select house.floor_pct from house) as floor_pct
      from public.quotations q
      join public.quotation_items i on i.quotation_id = q.id
      join public.quotation_item_costs c on c.item_id = i.id
     where q.id = p_quotation_id and i.kind = 'item' and (not i.is_optional or i.is_selected)
     group by q.net
  )
  select found.id, found.description, found.margin_pct, found.floor_pct from (
    select p.id, p.position, p.description, p.margin_pct, p.floor_pct from priced p
    union all
    select null, null, null, private.margin_of(w.net, w.cost), w.floor_pct from whole w
  ) as found
   where found.margin_pct < found.floor_pct
   order by found.position nulls first
$function$;
comment on function private.below_floor(p_quotation_id uuid) is 'The lines below the margin floor, options too and at the lowest of the prices by quantity that the client sees, and the
quotation itself (item_id null) with its discounts. Lines whose cost nobody entered are not judged. The quotation itself is below where
it would be so even if they cost nothing.';

CREATE OR REPLACE FUNCTION private.guard_margin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_names text[];
begin
  if coalesce(current_setting('signwright.repair', true), '') = 'on' or private.margin_state(new.id) <> 'below' then
    return new;
  elsif private.is_server() or private.named('view_financial_data') then
    perform private.refuse('PT409', 'The margin is below the floor. Please say why before you send this quotation.');
  end if;
  v_names := private.margin_approvers();
  perform private.refuse('PT409', case cardinality(v_names)
    when 0 then 'This quotation needs an approval before it is sent. Nobody may give it: please ask an admin.'
    else format('This quotation needs approval by %s before it is sent',
      case when cardinality(v_names) <= 3 then array_to_string(v_names, ' or ')
      else array_to_string(v_names[1:2], ', ') || format(' or %s others', cardinality(v_names) - 2) end) end);
  return new;
end $function$;
comment on function private.guard_margin() is 'A quotation below the margin floor is not sent without an approval of these prices.';

CREATE OR REPLACE FUNCTION private.margin_approvers()
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(private.person_label(ur.user_id) order by ur.role <> 'account_manager', private.person_label(ur.user_id)), '{}')
    from public.user_roles ur
   where ur.role not in ('pending', 'client') and private.person_label(ur.user_id) is not null
     and (ur.role = 'admin' or (
       exists (select from public.role_permissions rp join public.permissions p on p.id = rp.permission_id
                where rp.role = ur.role and p.name = 'view_financial_data')
       and exists (select from public.page_permissions pp
                    where pp.role = ur.role and pp.page_name = 'quotations' and pp.can_edit)))
$function$;
comment on function private.margin_approvers() is 'Who may approve a margin below the floor: they see costs and change quotations.';

CREATE OR REPLACE FUNCTION private.margin_of(p_net numeric, p_cost numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when p_net > 0 then trunc((p_net - p_cost) * 100 / p_net, 2) when p_cost > 0 then -100 else 100 end
$function$;
comment on function private.margin_of(p_net numeric, p_cost numeric) is 'Margin in percent of the net, toward zero. Nothing charged for something that costs: -100.';

CREATE OR REPLACE FUNCTION private.margin_state(p_quotation_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when not exists (select from private.below_floor(p_quotation_id)) then
      case when private.lines_without_cost(p_quotation_id) > 0 and exists (
             select from public.margin_floors f
              where f.service_id is null or f.service_id in (select i.service_id from public.quotation_items i
                where i.quotation_id = p_quotation_id and i.kind = 'item' and (not i.is_optional or i.is_selected)
                  and not exists (select from public.quotation_item_costs c where c.item_id = i.id)))
        then 'unknown' else 'fine' end
    when exists (select from public.margin_approvals a
                  where a.quotation_id = p_quotation_id and a.prices = private.prices_of_quotation(p_quotation_id)) then 'approved'
    else 'below' end
$function$;

CREATE OR REPLACE FUNCTION private.prices_of_quotation(p_quotation_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select md5(coalesce(string_agg(concat_ws(' ', i.id, i.qty, i.net, c.unit_cost, case when q.show_price_breaks then i.price_breaks end), ',' order by i.id), ''))
    from public.quotation_items i
    join public.quotations q on q.id = i.quotation_id
    left join public.quotation_item_costs c on c.item_id = i.id
   where i.quotation_id = p_quotation_id and i.kind in ('item', 'discount')
$function$;

CREATE OR REPLACE FUNCTION private.quotation_margin_state(p_quotation_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_sees constant boolean := private.is_server() or private.named('view_financial_data');
  v_state constant text := private.margin_state(p_quotation_id);
begin
  perform private.must('quotations', 'view', 'see quotations');
  return jsonb_build_object('state', v_state, 'may_approve', v_sees and private.can('quotations', 'edit'))
    || case when v_state = 'below' then jsonb_build_object('approvers', private.margin_approvers()) else '{}' end
    || case when v_state = 'approved' then (
         select jsonb_build_object('reason', a.reason, 'approved_by', private.person_label(a.approved_by), 'approved_at', a.approved_at)
           from public.margin_approvals a where a.quotation_id = p_quotation_id) else '{}' end
    || case when v_sees then jsonb_build_object('unknown_lines', private.lines_without_cost(p_quotation_id)) else '{}' end
    || case when v_sees and v_state <> 'fine' then jsonb_build_object('lines', (
         select jsonb_agg(jsonb_build_object('item_id', b.item_id, 'description', b.description, 'margin_pct', b.margin_pct::text,
                  'floor_pct', b.floor_pct::text)) from private.below_floor(p_quotation_id) as b)) else '{}' end;
end $function$;
grant execute on function private.quotation_margin_state(p_quotation_id uuid) to authenticated;
grant execute on function private.quotation_margin_state(p_quotation_id uuid) to service_role;
comment on function private.quotation_margin_state(p_quotation_id uuid) is 'Whether the margin of a quotation is fine, unknown (a line that a floor is for has no cost), below the floor, or below and approved;
who may approve it; and, for holders of view_financial_data only, how many lines have no cost and the lines below the floor (item_id
null: the quotation itself). Percents are text.';
