-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.figures_of_the_day()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_today constant date := private.company_today();
  v_me constant uuid := auth.uid();
  v_mine constant text[] := private.analytics_parts();
  v_figures jsonb := '{}';
begin
  if not private.is_staff() then
    raise insufficient_privilege using message = 'You may not see these figures';
  end if;
  if private.can('deliveries', 'view') then
    v_figures := v_figures || jsonb_build_object('my_drops', (
      select jsonb_build_object('count', count(*), 'left', count(*) filter (where d.status <> 'delivered')) from public.deliveries d
       where d.scheduled_at >= v_today::timestamp at time zone private.company_zone()
         and d.scheduled_at < (v_today + 1)::timestamp at time zone private.company_zone()
         and v_me = any (d.crew) and d.status <> 'cancelled'));
  end if;
  if private.can('quotations', 'view') then
    v_figures := v_figures || jsonb_build_object('follow_ups', (
      select jsonb_build_object('count', count(*)) from public.quotations q
       where q.account_manager_id = v_me and q.follow_up_on <= v_today and q.status in ('draft', 'sent', 'change_requested')));
  end if;
  if 'late' = any (v_mine) then
    v_figures := v_figures || jsonb_build_object('late_jobs', (
      select jsonb_build_object('count', count(*)) from private.analytics_rows('late', v_today, v_today) r where r.bucket = 'now'));
  end if;
  if 'to_invoice' = any (v_mine) then
    v_figures := v_figures || jsonb_build_object('to_invoice', (
      select jsonb_build_object('count', count(distinct r.id), 'amount', coalesce(sum(r.amount), 0)::text)
        from private.analytics_rows('to_invoice', v_today, v_today) r));
  end if;
  if 'receivables' = any (v_mine) then
    v_figures := v_figures || jsonb_build_object('overdue', (
      select jsonb_build_object('count', count(*), 'amount', coalesce(sum(r.amount), 0)::text)
        from private.analytics_rows('receivables', v_today, v_today) r where r.bucket <> 'not_due'));
  end if;
  return v_figures;
end $function$;
grant execute on function private.figures_of_the_day() to authenticated;
grant execute on function private.figures_of_the_day() to service_role;
comment on function private.figures_of_the_day() is 'What of the figures somebody acts on today, as far as they may see it; a missing key is not theirs. my_drops (count, left) and
follow_ups are of the caller; late_jobs, to_invoice and overdue are those of private.analytics_rows. Amounts are text.';
