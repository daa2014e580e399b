-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

CREATE OR REPLACE FUNCTION private.mail_contacts(p_kind text, p_id uuid)
 RETURNS TABLE(email text, name text, is_first boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.email, c.name, c.is_first from private.mail_contacts_of(p_kind, p_id) as c
   where private.is_server() or private.can(private.page_of_kind(p_kind), 'view')
$function$;
grant execute on function private.mail_contacts(p_kind text, p_id uuid) to authenticated;
grant execute on function private.mail_contacts(p_kind text, p_id uuid) to service_role;
comment on function private.mail_contacts(p_kind text, p_id uuid) is 'As mail_contacts_of, for people who may view the document.';

CREATE OR REPLACE FUNCTION private.mail_contacts_of(p_kind text, p_id uuid)
 RETURNS TABLE(email text, name text, is_first boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with parties as (
    select * from private.mail_parties(p_kind, p_id)
  ), people as (
    select c.id, 1 as rank from parties join public.contacts c on c.id = parties.person_id
    union all
    select c.id, 2 from parties join public.contacts c on c.id = parties.contact_id
    union all
    select case when r.contact_id = parties.contact_id then r.related_contact_id else r.contact_id end,
           case when r.relation::text = 'accounts' and p_kind in ('invoice', 'credit_note', 'statement') then 0 else 3 end
      from parties join public.contact_relations r on parties.contact_id in (r.contact_id, r.related_contact_id)
  ), known as (
    select distinct on (lower(btrim(c.email))) lower(btrim(c.email)) as email,
           coalesce(nullif(btrim(concat_ws(' ', c.name, c.last_name)), ''), c.company) as name, people.rank
      from people join public.contacts c on c.id = people.id
     where private.is_email(lower(btrim(c.email))) and c.archived_at is null
     order by lower(btrim(c.email)), people.rank
  )
  select known.email, known.name, row_number() over (order by known.rank, known.name, known.email) = 1
    from known order by known.rank, known.name, known.email limit 20
$function$;
comment on function private.mail_contacts_of(p_kind text, p_id uuid) is 'Who a document may go to: its contact person, the client, the people of the client; for papers of accounts the person who
does the accounts first. is_first marks the one to begin with.';

CREATE OR REPLACE FUNCTION private.mail_of_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_key text;
  v_to text;
begin
  select t.key into v_key from public.email_templates t
   where t.is_active and t.sent_on = new.kind || '.' || case when new.type = 'status' then new.meta ->> 'to' else new.type end
   order by t.language = 'en' desc limit 1;
  if v_key is not null then
    select c.email into v_to from private.mail_contacts_of(new.kind, new.record_id) as c where c.is_first;
    if v_to is not null then
      perform private.queue_mail(v_key, array[v_to], new.kind, new.record_id, format('%s/%s/%s', new.kind, new.record_id, v_key),
        p_label => (select label from private.mail_parties(new.kind, new.record_id)));
    end if;
  end if;
  return null;
end $function$;
comment on function private.mail_of_event() is 'An event of a document whose template is active sends its mail, once a record: a second "on the way" sends none.';

CREATE OR REPLACE FUNCTION private.mail_parties(p_kind text, p_id uuid)
 RETURNS TABLE(contact_id uuid, person_id uuid, label text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select q.contact_id, q.person_id, q.number_with_version from public.quotations q where p_kind = 'quotation' and q.id = p_id
  union all
  select o.contact_id, o.person_id, o.order_number from public.orders o where p_kind = 'order' and o.id = p_id
  union all
  select v.contact_id, v.person_id, v.invoice_number from public.invoices v where p_kind = 'invoice' and v.id = p_id
  union all
  select n.contact_id, null, n.credit_number from public.credit_notes n where p_kind = 'credit_note' and n.id = p_id
  union all
  select d.contact_id, o.person_id, d.delivery_number
    from public.deliveries d left join public.orders o on o.id = d.order_id where p_kind = 'delivery' and d.id = p_id
  union all
  select s.contact_id, null, s.statement_number from public.statements s where p_kind = 'statement' and s.id = p_id
  union all
  select p.contact_id, null, p.payment_number from public.payments p where p_kind = 'payment' and p.direction = 'in' and p.id = p_id
  union all
  select o.supplier_id, null, o.purchase_number from public.purchase_orders o where p_kind = 'purchase_order' and o.id = p_id
$function$;
comment on function private.mail_parties(p_kind text, p_id uuid) is 'The client, the contact person and the number of a document.';

CREATE OR REPLACE FUNCTION private.plan_reminders(p_kind text, p_id uuid, p_to text[], p_days integer[], p_after timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_from date;
  v_series text;
  v_day integer;
  v_at timestamptz;
  v_mail uuid;
  v_label text := (select label from private.mail_parties(p_kind, p_id));
  v_count integer := 0;
begin
  update public.scheduled_emails set status = 'cancelled'
   where record_kind = p_kind and record_id = p_id and is_reminder and status = 'queued';
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
    update public.scheduled_emails set status = 'queued', recipients = private.emails_of(p_to), send_at = v_at, next_try_at = v_at, tries = 0
     where id = v_mail and status = 'cancelled';
    v_count := v_count + case when v_mail is null then 0 else 1 end;
  end loop;
  return v_count;
end $function$;
comment on function private.plan_reminders(p_kind text, p_id uuid, p_to text[], p_days integer[], p_after timestamp with time zone) is 'The reminders of a sent document: p_days are days after the sending of a quotation, or after (negative: before) the due date
of an invoice. It replaces the plan before. Answers and payments cancel what is left. Returns how many wait.';

CREATE OR REPLACE FUNCTION private.reminder_time(p_from date, p_days integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (p_from + p_days + time '09:00') at time zone coalesce((select time_zone from public.company_settings), 'UTC')
$function$;
comment on function private.reminder_time(p_from date, p_days integer) is 'Nine in the morning where the company is, so many days after a day.';

CREATE OR REPLACE FUNCTION private.send_document(p_kind text, p_id uuid, p_to text[], p_mail_id uuid, p_template text DEFAULT NULL::text, p_cc text[] DEFAULT '{}'::text[], p_note text DEFAULT NULL::text, p_send_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_reminders integer[] DEFAULT '{}'::integer[])
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_template public.email_templates := private.template_of(coalesce(p_template, case p_kind when 'order' then 'order_confirmation'
    when 'delivery' then 'delivery_note' else p_kind end));
  v_at constant timestamptz := coalesce(p_send_at, now());
  v_series text := '';
  v_label text;
  v_key text;
  v_row public.scheduled_emails;
  v_id uuid;
begin
  select id into v_id from public.scheduled_emails where id = p_mail_id and created_by is not distinct from auth.uid();
  if found then
    return v_id;
  end if;
  perform private.check_recipients(p_to, p_cc);
  if char_length(p_note) > 5000 then
    perform private.refuse('22023', 'Your words may have 5000 characters at most');
  elsif v_at < now() - interval '5 minutes' then
    perform private.refuse('22023', 'Please choose a time that has not passed');
  elsif v_at > now() + interval '400 days' then
    perform private.refuse('22023', 'Please choose a time within a year');
  elsif cardinality(p_reminders) > 5 or exists (select from unnest(p_reminders) as d where d is null or d not between -60 and 180) then
    perform private.refuse('22023', 'Please plan at most five reminders, within half a year');
  elsif cardinality(p_reminders) > 0 and p_kind not in ('quotation', 'invoice') then
    perform private.refuse('22023', 'Only quotations and invoices are reminded of');
  end if;
  case p_kind
    when 'quotation' then
      v_series := 'v' || private.send_quotation(p_id);
    when 'invoice', 'credit_note', 'statement' then
      perform private.mark_sent(p_kind, p_id);
    when 'order' then
      perform private.must('orders', 'edit', 'send orders');
      if not exists (select from public.orders where id = p_id and status <> 'cancelled') then
        perform private.refuse('PT409', 'This order is not open any more');
      end if;
    when 'delivery' then
      perform private.must('deliveries', 'edit', 'send delivery notes');
      if not exists (select from public.deliveries where id = p_id and status <> 'cancelled') then
        perform private.refuse('PT409', 'This delivery is not open any more');
      end if;
    when 'purchase_order' then
      perform private.send_purchase_order(p_id, array_to_string(private.emails_of(p_to), ', '));
      if not (private.is_server() or private.named('view_financial_data')) then
        raise insufficient_privilege using message = 'You may not send purchase orders: they show what things cost';
      end if;
    else
      perform private.refuse('22023', 'This kind of document is not sent by mail');
  end case;
  if v_template.id is null or v_template.kind <> p_kind then
    perform private.refuse('PT404', 'There is no such mail template for this document');
  elsif not v_template.is_active then
    perform private.refuse('PT409', format('The template “%s” is switched off', v_template.name));
  end if;
  select label into v_label from private.mail_parties(p_kind, p_id);
  v_key := format('%s/%s/%s/%s/%s/%s', p_kind, p_id, v_series, v_template.key, private.company_today(),
    md5(array_to_string(array(select e from unnest(private.emails_of(p_to)) as e order by 1), ',')));
  select * into v_row from public.scheduled_emails where dedupe_key = v_key for update;
  if v_row.status in ('queued', 'sending', 'sent') then
    perform private.refuse('PT409', case when v_row.status = 'sent' then 'This was sent to the same people today. You can send that mail again.'
      else 'This mail to the same people is waiting already' end);
  elsif v_row.id is not null then
    update public.scheduled_emails set status = 'queued', tries = 0, send_at = v_at, next_try_at = v_at, cc = private.emails_of(p_cc),
           variables = jsonb_strip_nulls(jsonb_build_object('note', nullif(btrim(p_note), ''))), last_error = null
     where id = v_row.id;
    v_id := v_row.id;
  else
    v_id := private.queue_mail(v_template.key, p_to, p_kind, p_id, v_key, jsonb_build_object('note', nullif(btrim(p_note), '')), v_at,
      p_stops_with_answer => p_kind = 'quotation', p_cc => p_cc, p_label => v_label, p_id => p_mail_id);
  end if;
  if p_kind in ('quotation', 'invoice') then
    perform private.plan_reminders(p_kind, p_id, p_to, p_reminders, v_at);
  end if;
  if v_at > now() then
    perform private.log_event(p_kind, p_id, 'mail_planned', jsonb_build_object('to', array_to_string(private.emails_of(p_to), ', '), 'at', v_at));
  end if;
  return v_id;
end $function$;
grant execute on function private.send_document(p_kind text, p_id uuid, p_to text[], p_mail_id uuid, p_template text, p_cc text[], p_note text, p_send_at timestamp with time zone, p_reminders integer[]) to authenticated;
grant execute on function private.send_document(p_kind text, p_id uuid, p_to text[], p_mail_id uuid, p_template text, p_cc text[], p_note text, p_send_at timestamp with time zone, p_reminders integer[]) to service_role;
comment on function private.send_document(p_kind text, p_id uuid, p_to text[], p_mail_id uuid, p_template text, p_cc text[], p_note text, p_send_at timestamp with time zone, p_reminders integer[]) is 'Sends a quotation, order, invoice, credit note, delivery note, statement or purchase order by mail, with its link and PDF, at once
or at p_send_at. A draft quotation is frozen and its link opens; the items of a purchase order count as on order. p_mail_id: chosen
by the caller, so that a repeated call sends one mail; another one to the same people on the same day is refused. p_reminders:
days, as in plan_reminders. Returns the id.';

CREATE OR REPLACE FUNCTION private.wake_mail_sender()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.mail_is_due() and to_regnamespace('net') is not null and to_regnamespace('vault') is not null then
    execute $call$
      select net.http_post(
        url := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url') || '/functions/v1/send-mail',
        headers := jsonb_build_object('Authorization', 'Bearer ' ||
          (select decrypted_secret from vault.decrypted_secrets where name = 'service_role_key')))
    $call$;
  end if;
end $function$;
comment on function private.wake_mail_sender() is 'Calls the function send-mail when a mail is due. For the clock of a hosted database.';
