-- A mail that somebody planned and who then left goes out only to addresses of its contacts. Whoever sends it again answers for it.

create function private.recipient_of_leaver(p_mail public.scheduled_emails) returns text
  language sql stable security definer set search_path = ''
as $$
  select one.email
    from unnest(p_mail.recipients || p_mail.cc) as one (email)
   where p_mail.created_by is not null and p_mail.record_id is not null and not private.works_here(p_mail.created_by)
     and not exists (
       select from private.mail_contacts_of(
         case p_mail.record_kind when 'mockup' then 'quotation' else p_mail.record_kind end,
         case p_mail.record_kind when 'mockup' then (select j.quotation_id from public.jobs j where j.id = p_mail.record_id) else p_mail.record_id end) as known
        where known.email = lower(btrim(one.email)))
   order by 1 limit 1
$$;
comment on function private.recipient_of_leaver(p_mail public.scheduled_emails) is 'An address that a person chose who does not work here any more, and that belongs to no contact of the record; else null.';

create or replace function private.claim_due(p_most integer default 10)
  returns setof jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_mail public.scheduled_emails;
  v_strange text;
begin
  for v_mail in
    with due as (
      select e.id from public.scheduled_emails e
       where (e.status = 'queued' and e.next_try_at <= now() and e.send_at <= now())
          or (e.status = 'sending' and e.claimed_at < now() - interval '5 minutes')
       order by e.next_try_at, e.send_at, e.id limit least(greatest(p_most, 1), 100) for update skip locked
    )
    update public.scheduled_emails e set status = 'sending', claimed_at = now(), tries = e.tries + 1
      from due where e.id = due.id returning e.*
  loop
    begin
      v_strange := private.recipient_of_leaver(v_mail);
      if v_strange is not null then
        perform private.settle_mail(v_mail.id, format('%s, who chose the address %s, does not work here any more. Send the mail again if it is right.',
          private.person_label(v_mail.created_by), v_strange), true);
        continue;
      end if;
      return query
        select jsonb_build_object('id', c.id, 'dedupe_key', c.dedupe_key, 'tries', c.tries, 'recipients', c.recipients, 'cc', c.cc,
            'subject', coalesce(c.own_subject, t.subject), 'body', coalesce(c.own_body, t.body),
            'paper', case when t.attaches_paper and c.record_id is not null then c.record_kind end, 'record_id', c.record_id,
            'attachments', c.attachments)
          || private.mail_values(coalesce(t.kind, c.record_kind), c.record_id, c.variables, c.created_by)
          from (select v_mail.*) as c left join private.template_of(c.template_key, c.language) t on true;
    exception when others then
      perform private.settle_mail(v_mail.id, format('Its values could not be read: %s', sqlerrm), true);
    end;
  end loop;
end $$;

create or replace function private.resend_mail(p_id uuid, p_new_id uuid, p_to text[] default null)
  returns uuid language plpgsql security definer set search_path = '' as $$
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
           last_error = null, created_by = coalesce(auth.uid(), created_by) where id = p_id;
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

revoke execute on all routines in schema private from public;
