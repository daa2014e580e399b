set check_function_bodies = off;

create or replace function private.company_facts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', name, 'email', email, 'phone', phone, 'address', address, 'city', city, 'postcode', postcode, 'state', state,
    'country', country, 'vat_number', vat_number, 'registration_number', registration_number, 'logo_url', logo_url,
    'brand_color', brand_color, 'account_holder', account_holder, 'iban', iban, 'bic', bic, 'bank_name', bank_name,
    'number_style', number_style, 'date_style', date_style, 'time_zone', time_zone, 'bank_fields', bank_fields, 'bank_code', bank_code,
    'account_number', account_number, 'tax_name', tax_name, 'tax_id_name', tax_id_name, 'paper_size', paper_size, 'lengths', length_unit,
    'electronic_invoices', electronic_invoices)
    from public.company_settings
$$;

create or replace function private.plan_reminders(p_kind text, p_id uuid, p_to text[], p_days integer[], p_after timestamptz) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  v_from date;
  v_series text;
  v_day integer;
  v_at timestamptz;
  v_mail uuid;
  v_label text := (select label from private.mail_parties(p_kind, p_id));
  v_count integer := 0;
begin
  update public.scheduled_emails set status = 'cancelled', stops_with_answer = false
   where record_kind = p_kind and record_id = p_id and dedupe_key ~ '/reminder/-?[0-9]+$' and stops_with_answer and status in ('queued', 'cancelled');
  if p_kind = 'quotation' then
    select (p_after at time zone s.time_zone)::date, 'v' || q.version into v_from, v_series
      from public.quotations q, public.company_settings s where q.id = p_id;
  else
    select v.due_date, 'due' into v_from, v_series from public.invoices v where v.id = p_id and v.balance > 0;
  end if;
  foreach v_day in array coalesce(p_days, '{}') loop
    v_at := private.reminder_time(v_from, v_day);
    continue when v_at is null or v_at < p_after + interval '6 hours'
      or (p_kind = 'quotation' and private.day_of(v_at) > (select q.valid_until from public.quotations q where q.id = p_id));
    v_mail := private.queue_mail(
      case when p_kind = 'quotation' then 'quotation_reminder' when v_day > 0 then 'invoice_overdue' else 'invoice_reminder' end,
      p_to, p_kind, p_id, format('%s/%s/%s/reminder/%s', p_kind, p_id, v_series, v_day), p_send_at => v_at,
      p_stops_with_answer => true, p_label => v_label);
    update public.scheduled_emails set status = 'queued', recipients = private.emails_of(p_to), send_at = v_at, next_try_at = v_at, tries = 0, stops_with_answer = true
     where id = v_mail and status = 'cancelled';
    v_count := v_count + case when v_mail is null then 0 else 1 end;
  end loop;
  return v_count;
end $$;

create or replace function private.compute_commissions(p_order_id uuid) returns void
  language sql security definer set search_path = ''
as $$
  insert into public.designer_commissions as c (user_id, order_id, basis, pct, amount)
  select d.user_id, p_order_id, trunc(sum(d.net / d.sharers), 2), max(d.pct), trunc(sum(d.net * d.pct / 100 / d.sharers), 2)
    from (
      select designer.id as user_id, i.id as item_id, i.net, rule.pct, count(*) over (partition by i.id) as sharers
        from public.orders o
        join public.order_items i on i.order_id = o.id and i.net > 0
        cross join lateral (
          select distinct a as id from public.jobs j join public.job_steps s on s.job_id = j.id, unnest(s.assignees) as a
           where j.order_item_id = i.id and j.remake_of is null and s.before_approval and s.status = 'done') as designer
        cross join lateral (
          select r.pct from public.commission_rules r where r.user_id = designer.id and r.valid_from <= private.day_of(o.ordered_at)
           order by r.valid_from desc limit 1) as rule
       where o.id = p_order_id) as d
   group by d.user_id
  on conflict (user_id, order_id) do update set basis = excluded.basis, pct = excluded.pct, amount = excluded.amount
    where c.status = 'open'
$$;

reset check_function_bodies;
