set check_function_bodies = off;

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
      or (p_kind = 'quotation' and v_at::date > (select q.valid_until from public.quotations q where q.id = p_id));
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

comment on function private.plan_reminders(pg_catalog.text,pg_catalog.uuid,pg_catalog.text[],integer[],timestamp with time zone) is 'The reminders of a sent document: p_days are days after the sending of a quotation, or after (negative: before) the due date
of an invoice. It replaces the plan before, and no reminder that a person sent by hand. Answers and payments cancel what is left.
Returns how many wait.';

reset check_function_bodies;
