set check_function_bodies = off;

create or replace function private.late_deliveries() returns setof public.deliveries
  language sql stable security definer set search_path = ''
as $$
  select d.* from public.deliveries d
   where d.status in ('planned', 'ready', 'out', 'partially_delivered')
     and d.scheduled_at < private.company_today()::timestamp at time zone private.company_zone()
     and (private.is_server() or private.can('deliveries', 'view'))
$$;

create or replace function private.figures_of_the_day() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
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
       where d.scheduled_at < (v_today + 1)::timestamp at time zone private.company_zone()
         and (d.scheduled_at >= v_today::timestamp at time zone private.company_zone()
              or d.id in (select l.id from private.late_deliveries() l))
         and v_me = any (d.crew) and d.status <> 'cancelled'));
  end if;
  if private.can('quotations', 'view') then
    v_figures := v_figures || jsonb_build_object('follow_ups', (
      select jsonb_build_object('count', count(*)) from public.quotations q
       where q.account_manager_id = v_me and q.follow_up_on <= v_today and q.status in ('draft', 'sent', 'change_requested')));
  end if;
  if 'late' = any (v_mine) then
    v_figures := v_figures || jsonb_build_object('late_jobs', (
      select jsonb_build_object('count', count(*)) from private.analytics_rows('late', v_today, v_today) r where r.bucket = 'now'),
      'risk_jobs', (
      select jsonb_build_object('count', count(*)) from private.analytics_rows('late', v_today, v_today) r where r.bucket = 'risk'));
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
end $$;

revoke execute on all routines in schema private from public;

call private.offer('private.late_deliveries()');

comment on function private.figures_of_the_day() is 'What of the figures somebody acts on today, as far as they may see it; a missing key is not theirs. my_drops (count, left; those of
earlier days that are still to be brought among them) and follow_ups are of the caller; late_jobs, risk_jobs, to_invoice and overdue are those of private.analytics_rows. Amounts are text.';

comment on function public.figures_of_the_day() is 'What of the figures somebody acts on today, as far as they may see it; a missing key is not theirs. my_drops (count, left; those of
earlier days that are still to be brought among them) and follow_ups are of the caller; late_jobs, risk_jobs, to_invoice and overdue are those of private.analytics_rows. Amounts are text.';

comment on function private.late_deliveries() is 'Deliveries planned for a day that is over by the clock of the company and neither handed over, failed nor cancelled: every
day after is still to bring them. For whoever may view deliveries.';

comment on function public.late_deliveries() is 'Deliveries planned for a day that is over by the clock of the company and neither handed over, failed nor cancelled: every
day after is still to bring them. For whoever may view deliveries.';

reset check_function_bodies;
