-- A mail is sent again by who may still see its document: its paper is made anew, and goes wherever they say. A purchase order
-- shows what things cost.

create function private.must_see_mailed(p_kind text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.is_server() or private.page_of_kind(p_kind) is null then
    return;
  elsif not private.can(private.page_of_kind(p_kind), 'view') or p_kind = 'purchase_order' and not private.named('view_financial_data') then
    raise insufficient_privilege using message = 'You may not send this document';
  end if;
end $$;

create or replace function private.resend_mail(p_id uuid, p_new_id uuid, p_to text[] default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.scheduled_emails := private.mail_for(p_id, 'send mails again');
  v_to constant text[] := case when p_to is null then v_row.recipients else private.emails_of(p_to) end;
begin
  perform private.must_see_mailed(v_row.record_kind);
  perform private.check_recipients(v_to, v_row.cc);
  if v_row.status in ('queued', 'sending') then
    perform private.refuse('PT409', 'This mail has not gone out yet');
  elsif v_row.status in ('failed', 'cancelled') then
    update public.scheduled_emails set status = 'queued', tries = 0, send_at = now(), next_try_at = now(), recipients = v_to,
           last_error = null where id = p_id;
    return p_id;
  end if;
  insert into public.scheduled_emails (id, dedupe_key, template_key, template_name, language, record_kind, record_id, record_label,
    recipients, cc, own_subject, own_body, variables, attachments, is_reminder, stops_with_answer, created_by)
  values (p_new_id, 'again/' || p_new_id, v_row.template_key, v_row.template_name, v_row.language, v_row.record_kind, v_row.record_id,
    v_row.record_label, v_to, v_row.cc, v_row.own_subject, v_row.own_body, v_row.variables, v_row.attachments, v_row.is_reminder,
    v_row.stops_with_answer, auth.uid())
  on conflict do nothing;
  return p_new_id;
end $$;

create or replace function private.send_test_mail(p_template_id uuid, p_subject text, p_body text, p_record_id uuid default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_template public.email_templates;
  v_id uuid;
begin
  perform private.must('email-templates', 'edit', 'send test mails');
  select * into v_template from public.email_templates where id = p_template_id;
  if v_template.id is null then
    perform private.refuse('PT404', 'This template is not there any more');
  elsif p_record_id is not null and not coalesce(private.can(private.page_of_kind(v_template.kind), 'view'), false) then
    raise insufficient_privilege using message = 'You may not see this record';
  elsif p_record_id is not null and v_template.kind = 'purchase_order' and not private.named('view_financial_data') then
    raise insufficient_privilege using message = 'You may not send purchase orders: they show what things cost';
  elsif coalesce(btrim(p_subject), '') = '' or coalesce(btrim(p_body), '') = '' then
    perform private.refuse('22023', 'Please enter a subject and a text');
  elsif (select count(*) from public.scheduled_emails e where e.created_by = auth.uid() and e.dedupe_key like 'test/%'
          and e.created_at > now() - interval '1 hour') >= 30
  then
    perform private.refuse('PT429', 'That were 30 test mails in an hour. Please try again later.');
  end if;
  perform private.check_mail_text(p_subject, v_template.kind);
  perform private.check_mail_text(p_body, v_template.kind);
  v_id := gen_random_uuid();
  insert into public.scheduled_emails (id, dedupe_key, template_key, template_name, language, record_kind, record_id, recipients,
    own_subject, own_body, variables, created_by)
  select v_id, 'test/' || v_id, v_template.key, v_template.name || ' (test)', v_template.language,
         case when p_record_id is not null then v_template.kind end, p_record_id, array[lower(u.email)], p_subject, p_body,
         '{}', auth.uid()
    from auth.users u where u.id = auth.uid();
  return v_id;
end $$;

revoke execute on all routines in schema private from public;
