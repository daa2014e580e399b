-- A cost that nobody entered is unknown, not nothing: the margin is that of the lines whose cost is known.

drop function public.quotation_margin(uuid);
drop function private.quotation_margin(uuid);
create function private.quotation_margin(p_quotation_id uuid)
 returns table(net numeric, cost numeric, margin numeric, margin_pct numeric, unknown_lines integer, unknown_net numeric)
 language sql
 stable security definer
 set search_path to ''
as $function$
  select q.net, total.cost, judged.net - total.cost,
         case when judged.net > 0 then trunc((judged.net - total.cost) * 100 / judged.net, 2) end, total.unknown_lines, total.unknown_net
    from public.quotations q,
         lateral (select coalesce(sum(trunc(coalesce(i.charged_qty, i.qty) * c.unit_cost, 2)), 0) as cost,
                         count(*) filter (where c.item_id is not null) as known_lines,
                         coalesce(sum(i.net) filter (where c.item_id is not null), 0) as known_net,
                         (count(*) filter (where c.item_id is null))::integer as unknown_lines,
                         coalesce(sum(i.net) filter (where c.item_id is null), 0) as unknown_net
                    from public.quotation_items i left join public.quotation_item_costs c on c.item_id = i.id
                   where i.quotation_id = q.id and i.kind = 'item' and (not i.is_optional or i.is_selected)) as total,
         -- Discounts are for all lines: they count where all are judged.
         lateral (select case when total.unknown_lines = 0 then q.net when total.known_lines > 0 then total.known_net end as net) as judged
   where q.id = p_quotation_id and private.named('view_financial_data') and private.can('quotations', 'view')
$function$;
comment on function private.quotation_margin(uuid) is 'Cost and margin of the lines that count and whose cost is known, and how many there are of which it is not, with their net.
Null where no cost is known. No row without view_financial_data.';
call private.offer('private.quotation_margin(uuid)');

create function private.lines_without_cost(p_quotation_id uuid) returns integer
 language sql
 stable security definer
 set search_path to ''
as $function$
  select count(*)::integer from public.quotation_items i
   where i.quotation_id = p_quotation_id and i.kind = 'item' and (not i.is_optional or i.is_selected)
     and not exists (select from public.quotation_item_costs c where c.item_id = i.id)
$function$;
comment on function private.lines_without_cost(uuid) is 'How many lines that count have a cost that nobody entered.';
revoke all on function private.lines_without_cost(uuid) from public, anon, authenticated;

comment on function private.below_floor(uuid) is 'The lines below the margin floor, options too and at the lowest of the prices by quantity that the client sees, and the
quotation itself (item_id null) with its discounts. Lines whose cost nobody entered are not judged. The quotation itself is below where
it would be so even if they cost nothing.';

create or replace function private.margin_state(p_quotation_id uuid)
 returns text
 language sql
 stable security definer
 set search_path to ''
as $function$
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

comment on function private.quotation_margin_state(uuid) is 'Whether the margin of a quotation is fine, unknown (a line that a floor is for has no cost), below the floor, or below and approved;
who may approve it; and, for holders of view_financial_data only, how many lines have no cost and the lines below the floor (item_id
null: the quotation itself). Percents are text.';
