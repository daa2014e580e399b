-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.quotation_visits (
  quotation_id uuid not null,
  visit text not null,
  place text not null default 'quotation'::text,
  version integer not null,
  opened_at timestamp with time zone not null default now(),
  seen_at timestamp with time zone not null default now(),
  seconds integer not null default 0,
  constraint quotation_visits_pkey PRIMARY KEY (quotation_id, visit, place),
  constraint quotation_visits_quotation_id_fkey FOREIGN KEY (quotation_id) REFERENCES public.quotations(id) ON DELETE CASCADE,
  constraint quotation_visits_end_after_begin CHECK (seen_at >= opened_at AND seconds >= 0),
  constraint quotation_visits_opened_at_is_in_reach CHECK (opened_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND opened_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint quotation_visits_place_is_known CHECK (place = ANY (ARRAY['quotation'::text, 'payment'::text])),
  constraint quotation_visits_seen_at_is_in_reach CHECK (seen_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND seen_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint quotation_visits_visit_length CHECK (char_length(visit) >= 8 AND char_length(visit) <= 100)
);
alter table public.quotation_visits enable row level security;
CREATE INDEX quotation_visits_seen_at_idx ON public.quotation_visits USING btree (quotation_id, seen_at DESC);
grant select on public.quotation_visits to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.quotation_visits to service_role;
create policy "staff who view quotations read visits" on public.quotation_visits for select to authenticated
  using (( SELECT private.can('quotations'::text, 'view'::text) AS can));
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.quotation_visits REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('quotation_id', 'quotations', 'orders');
comment on table public.quotation_visits is 'Each time somebody had the link of a quotation open: where, since when, and for how long.';
comment on column public.quotation_visits.place is 'quotation: its page; payment: the page where it is paid.';
comment on column public.quotation_visits.seconds is 'How long the page was in front, in seconds.';
comment on column public.quotation_visits.seen_at is 'The page was in front at this moment. Open now: within the last minute.';
comment on column public.quotation_visits.visit is 'A random text of the page''s visit, as in document_events.';

CREATE OR REPLACE FUNCTION private.keep_visit(p_uuid uuid, p_visit text, p_place text DEFAULT 'quotation'::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.quotations;
  v_old public.quotation_visits;
begin
  if private.is_staff() or not private.is_public_document(p_uuid) then
    return;
  end if;
  select * into v_row from public.quotations where public_uuid = p_uuid;
  if v_row.id is null then
    return;
  end if;
  select * into v_old from public.quotation_visits
   where quotation_id = v_row.id and visit = p_visit and place = p_place for no key update;
  if v_old.visit is null then
    if (select count(*) from public.quotation_visits where quotation_id = v_row.id and opened_at > now() - interval '1 day') < 200 then
      insert into public.quotation_visits (quotation_id, visit, place, version) values (v_row.id, p_visit, p_place, v_row.version)
      on conflict do nothing;
    end if;
    return;
  end if;
  if v_old.seen_at > now() - interval '5 seconds' then
    return;
  end if;
  update public.quotation_visits
     set seen_at = now(), seconds = seconds + case when v_old.seen_at > now() - interval '1 minute'
           then extract(epoch from now() - v_old.seen_at)::integer else 0 end
   where quotation_id = v_row.id and visit = p_visit and place = p_place;
  if v_old.seen_at <= now() - interval '1 minute' then
    perform private.nudge('page:quotations', 'quotation_visits', 'UPDATE', v_row.id::text);
    perform private.nudge('page:orders', 'quotation_visits', 'UPDATE', v_row.id::text);
  end if;
end $function$;
grant execute on function private.keep_visit(p_uuid uuid, p_visit text, p_place text) to anon;
grant execute on function private.keep_visit(p_uuid uuid, p_visit text, p_place text) to authenticated;
grant execute on function private.keep_visit(p_uuid uuid, p_visit text, p_place text) to service_role;
comment on function private.keep_visit(p_uuid uuid, p_visit text, p_place text) is 'The page of a link says every 20 seconds that it is in front of somebody. Staff and links that open nothing leave no trace;
200 visits a day and quotation at most.';

CREATE OR REPLACE FUNCTION private.open_visits(p_quotation_id uuid)
 RETURNS TABLE(place text, opened_at timestamp with time zone, seconds integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.can('orders', 'view') then
    perform private.must('quotations', 'view', 'see quotations');
  end if;
  return query
    select v.place, v.opened_at, v.seconds from public.quotation_visits v
     where v.quotation_id = p_quotation_id and v.seen_at > now() - interval '1 minute'
     order by v.opened_at;
end $function$;
grant execute on function private.open_visits(p_quotation_id uuid) to authenticated;
grant execute on function private.open_visits(p_quotation_id uuid) to service_role;
comment on function private.open_visits(p_quotation_id uuid) is 'Where clients have the link of a quotation open at this moment: on its page, or on the page where it is paid.';

CREATE OR REPLACE FUNCTION private.quotation_activity(p_before bigint DEFAULT NULL::bigint, p_limit integer DEFAULT 50, p_clients_only boolean DEFAULT false)
 RETURNS TABLE(id bigint, at timestamp with time zone, record_id uuid, type text, actor_name text, number text, project_title text, client_name text, words text, seconds integer, is_open boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.must('quotations', 'view', 'see quotations');
  return query
    select e.id, e.at, e.record_id, e.type, e.actor_name, q.number_with_version, q.project_title, private.client_label(c),
           coalesce(e.meta ->> 'words', e.meta ->> 'reason'), v.seconds, coalesce(v.seen_at > now() - interval '1 minute', false)
      from public.document_events e
      join public.quotations q on q.id = e.record_id
      join public.contacts c on c.id = q.contact_id
      left join public.quotation_visits v
        on e.type = 'viewed' and v.quotation_id = e.record_id and v.visit = e.meta ->> 'visit' and v.place = 'quotation'
     where e.kind = 'quotation'
       and (p_before is null or (e.at, e.id) < (select last.at, last.id from public.document_events last where last.id = p_before))
       and (not coalesce(p_clients_only, false) or e.type in ('viewed', 'question', 'approved', 'rejected', 'change_requested', 'deposit_paid'))
     order by e.at desc, e.id desc
     limit least(greatest(p_limit, 1), 200);
end $function$;
grant execute on function private.quotation_activity(p_before bigint, p_limit integer, p_clients_only boolean) to authenticated;
grant execute on function private.quotation_activity(p_before bigint, p_limit integer, p_clients_only boolean) to service_role;
comment on function private.quotation_activity(p_before bigint, p_limit integer, p_clients_only boolean) is 'What happened to all quotations, newest first. A viewed event says how long the page was in front and whether it is open
now. p_before: the id of the last event of the page before. p_clients_only: what clients did.';

CREATE OR REPLACE FUNCTION private.quotation_sums(p_text text DEFAULT NULL::text, p_contact_id uuid DEFAULT NULL::uuid, p_owner uuid DEFAULT NULL::uuid, p_status text DEFAULT NULL::text, p_due boolean DEFAULT false, p_expiring boolean DEFAULT false, p_result text DEFAULT NULL::text, p_lost text DEFAULT NULL::text, p_closed_from date DEFAULT NULL::date, p_closed_to date DEFAULT NULL::date)
 RETURNS TABLE(status text, quotations bigint, gross text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.must('quotations', 'view', 'see quotations');
  return query
    select q.status, count(*), private.amount_text(sum(q.gross))
      from public.quotations q
     where (coalesce(btrim(p_text), '') = '' or q.id = any (array(select private.records_named('quotation', p_text, 2000))))
       and (p_contact_id is null or q.contact_id = p_contact_id) and (p_owner is null or q.account_manager_id = p_owner)
       and (p_status is null or q.status = p_status)
       and (not coalesce(p_due, false) or q.follow_up_on <= private.company_today())
       and (not coalesce(p_expiring, false) or (q.status = 'sent' and q.valid_until between private.company_today() and private.company_today() + 7))
       and (p_result is null or (q.closed_on is not null and (p_result = 'won') = (q.status in ('approved', 'converted'))))
       and (p_lost is null or case p_lost
              when 'unsaid' then q.closed_on is not null and q.status in ('rejected', 'expired', 'cancelled')
                and not exists (select from public.quotation_losses l where l.quotation_id = q.id)
              else exists (select from public.quotation_losses l where l.quotation_id = q.id and l.reason = p_lost) end)
       and (p_closed_from is null or q.closed_on >= p_closed_from) and (p_closed_to is null or q.closed_on <= p_closed_to)
     group by q.status order by q.status;
end $function$;
grant execute on function private.quotation_sums(p_text text, p_contact_id uuid, p_owner uuid, p_status text, p_due boolean, p_expiring boolean, p_result text, p_lost text, p_closed_from date, p_closed_to date) to authenticated;
grant execute on function private.quotation_sums(p_text text, p_contact_id uuid, p_owner uuid, p_status text, p_due boolean, p_expiring boolean, p_result text, p_lost text, p_closed_from date, p_closed_to date) to service_role;
comment on function private.quotation_sums(p_text text, p_contact_id uuid, p_owner uuid, p_status text, p_due boolean, p_expiring boolean, p_result text, p_lost text, p_closed_from date, p_closed_to date) is 'Number and gross of the quotations with these filters, by status. p_due: a follow-up day has come. p_expiring: sent, and the
last valid day is within seven days. p_result: won or lost. p_lost: why it was lost, or unsaid. Amounts are text.';

CREATE OR REPLACE FUNCTION private.suggest_lines(p_quotation_id uuid, p_text text, p_limit integer DEFAULT 8)
 RETURNS TABLE(source text, description text, details text, unit text, width_mm text, height_mm text, unit_price text, unit_cost text, service_id uuid, inventory_item_id uuid, quoted_in text, quoted_at timestamp with time zone, charge_rule text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_patterns constant text[] := private.patterns(p_text);
  v_sees_costs constant boolean := private.named('view_financial_data');
  v_contact uuid;
begin
  perform private.must('quotations', 'view', 'see quotations');
  select q.contact_id into v_contact from public.quotations q where q.id = p_quotation_id;
  if v_contact is null or cardinality(v_patterns) = 0 then
    return;
  end if;
  return query
    (select 'earlier', e.description, e.details, e.unit, e.width_mm::text, e.height_mm::text, e.unit_price::text,
            case when v_sees_costs then e.unit_cost::text end, e.service_id, e.inventory_item_id, e.number, e.created_at, e.charge_rule
       from (
         select distinct on (private.folded(i.description)) i.*, c.unit_cost, q.number_with_version as number
           from public.quotations q
           join public.quotation_items i on i.quotation_id = q.id
           left join public.quotation_item_costs c on c.item_id = i.id
          where q.contact_id = v_contact and q.id <> p_quotation_id and i.kind = 'item' and btrim(i.description) <> ''
            and private.folded(i.description) like all (v_patterns)
          order by private.folded(i.description), q.created_at desc, i.position
       ) as e
      order by e.created_at desc limit 4)
    union all
    (select 'service', s.name, s.summary, s.unit, null, null, s.base_price::text, null, s.id, null::uuid, null, null::timestamptz,
            private.charge_rule(s.unit, s.charge_per, s.charge_step, s.charge_min, s.charge_waste_pct)
       from public.services s
      where s.archived_at is null and private.folded(s.name || ' ' || coalesce(s.category, '')) like all (v_patterns)
      order by s.sort, s.name limit 5)
    union all
    (select 'material', m.name, null, case when m.sell_unit in ('m2', 'm', 'set') then m.sell_unit else 'piece' end, null, null,
            m.sell_price::text,
            case when v_sees_costs then trunc(c.cost_price / m.sell_per_buy, 4)::text end, null::uuid, m.id, m.sku, null::timestamptz,
            private.charge_rule(m.sell_unit, m.charge_per, m.charge_step, m.charge_min, m.charge_waste_pct)
       from public.inventory_items m left join public.inventory_item_costs c on c.item_id = m.id
      where m.archived_at is null
        and private.folded(m.sku || ' ' || m.name || ' ' || coalesce(m.supplier_sku, '')) like all (v_patterns)
      order by m.name limit 5)
    limit least(greatest(p_limit, 1), 20);
end $function$;
grant execute on function private.suggest_lines(p_quotation_id uuid, p_text text, p_limit integer) to authenticated;
grant execute on function private.suggest_lines(p_quotation_id uuid, p_text text, p_limit integer) to service_role;
comment on function private.suggest_lines(p_quotation_id uuid, p_text text, p_limit integer) is 'What a line of this quotation may be: lines that were quoted to the same client with their last price, services, and
materials, with the rule by which their size is charged. Numbers are text. Costs only for holders of view_financial_data.';

CREATE OR REPLACE FUNCTION public.quotations_named(p_text text)
 RETURNS SETOF public.quotations
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select q.* from public.quotations q where q.id = any (array(select private.records_named('quotation', p_text, 2000)))
$function$;
grant execute on function public.quotations_named(p_text text) to authenticated;
grant execute on function public.quotations_named(p_text text) to service_role;
comment on function public.quotations_named(p_text text) is 'Quotations whose number, title or client holds every word of the text; the 1,000 newest. The policies of quotations apply.';
