-- Mockups by mail: with the version that is sent, and reminders that end with the answer.

insert into public.email_templates (key, kind, name, attaches_paper, sent_on, is_active, subject, body, created_by) values
  ('proof_reminder', 'mockup', 'Proof: reminder', false, null, true,
   'Have you seen the proof of {{ title }}?',
   '<p>Hello {{ recipient }},</p><p>version {{ version }} of the proof of {{ title }} still waits for your answer. We produce after your approval.</p><p><a href="{{ link }}">Look at the proof</a></p><p>Kind regards<br>{{ company }}</p>',
   null);

drop function public.send_mockup(uuid);
alter function private.send_mockup(uuid) rename to release_mockup;
comment on function private.release_mockup is 'The part of send_mockup that opens the version for the client. Returns the uuid of the link.';

create function private.send_mockup(p_id uuid, p_to text[] default '{}', p_note text default null) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_uuid uuid;
  v_mockup public.mockups;
  v_number text;
  v_day integer;
begin
  if cardinality(p_to) > 0 then
    perform private.check_recipients(p_to, '{}');
  end if;
  if char_length(p_note) > 5000 then
    perform private.refuse('22023', 'Your words may have 5000 characters at most');
  end if;
  v_uuid := private.release_mockup(p_id);
  if cardinality(p_to) > 0 then
    select * into v_mockup from public.mockups where id = p_id;
    select job_number into v_number from public.jobs where id = v_mockup.job_id;
    perform private.queue_mail('proof', p_to, 'mockup', v_mockup.job_id, format('mockup/%s/sent', p_id),
      jsonb_build_object('note', nullif(btrim(p_note), ''), 'version', v_mockup.version::text), p_stops_with_answer => true,
      p_label => format('%s, version %s', v_number, v_mockup.version));
    foreach v_day in array '{3,7}'::integer[] loop
      perform private.queue_mail('proof_reminder', p_to, 'mockup', v_mockup.job_id, format('mockup/%s/reminder/%s', p_id, v_day),
        jsonb_build_object('version', v_mockup.version::text), private.reminder_time(private.company_today(), v_day),
        p_stops_with_answer => true, p_label => format('%s, version %s', v_number, v_mockup.version));
    end loop;
  end if;
  return v_uuid;
end $$;
comment on function private.send_mockup is
  'The client may see and answer this version from now on; every earlier one is superseded. p_to gets a mail with the link and
p_note, and two reminders after three and seven days, which the answer cancels. Without p_to only the link opens. A repeated call
sends one mail. Returns the uuid of the link.';
call private.offer('private.send_mockup(uuid, text[], text)');

-- An answer, the next version and a cancelled job end what still waits in the queue.
create function private.stop_mails_of_mockup() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.cancel_mails('mockup', case tg_table_name when 'mockups' then (to_jsonb(new) ->> 'job_id')::uuid else new.id end);
  return null;
end $$;
create trigger stop_mails after update of status on public.mockups
  for each row when (old.status = 'sent' and new.status <> 'sent') execute function private.stop_mails_of_mockup();
create trigger stop_mails_of_mockup after update of status on public.jobs
  for each row when (old.status <> new.status and new.status in ('cancelled', 'delivered', 'closed'))
  execute function private.stop_mails_of_mockup();

create function private.mockup_contacts(p_job_id uuid) returns table (email text, name text, is_first boolean)
  language sql stable security definer set search_path = ''
as $$
  select c.email, c.name, c.is_first
    from public.jobs j cross join lateral private.mail_contacts_of('quotation', j.quotation_id) as c
   where j.id = p_job_id and (private.is_server() or private.can('jobs', 'edit'))
$$;
comment on function private.mockup_contacts is 'Who a mockup may go to: the people of the quotation of its job. For whoever may change jobs.';
call private.offer('private.mockup_contacts(uuid)');

revoke execute on all routines in schema private from public;
