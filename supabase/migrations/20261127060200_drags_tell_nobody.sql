-- A drag in the calendar mails nobody. The office says whether the client is told; the reminder follows the new time.
CREATE OR REPLACE FUNCTION private.mail_booking(p_booking public.bookings, p_what text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_type public.booking_types;
  v_place text;
  v_variables jsonb;
begin
  perform private.cancel_mails('booking', p_booking.id);
  if p_booking.email is null then
    return;
  end if;
  select * into v_type from public.booking_types where id = p_booking.type_id;
  select case v_type.place when 'call' then 'by telephone' when 'client' then p_booking.address
           else concat_ws(', ', c.address, c.city) end
    into v_place from public.company_settings c;
  v_variables := jsonb_build_object('recipient', p_booking.name, 'reference', p_booking.reference, 'service', v_type.name,
    'starts_at', p_booking.starts_at, 'ends_at', p_booking.ends_at, 'place', v_place,
    'note', case when p_booking.cancelled_by = 'office' then p_booking.cancel_reason end,
    'link', '/appointment-confirmed?booking=' || p_booking.public_uuid,
    'cancel_link', '/appointment-confirmed?booking=' || p_booking.public_uuid);
  if p_what <> 'untold' then
    perform private.queue_mail('booking_' || p_what, array[p_booking.email], 'booking', p_booking.id,
      format('booking/%s/%s/%s', p_booking.id, p_what, p_booking.row_version), v_variables,
      p_attachments => jsonb_build_array(jsonb_build_object('type', 'event', 'uid', p_booking.public_uuid || '@signwright',
        'sequence', p_booking.moved + (p_what = 'cancelled')::int, 'method', case p_what when 'cancelled' then 'CANCEL' else 'REQUEST' end,
        'starts_at', p_booking.starts_at, 'ends_at', p_booking.ends_at, 'summary', v_type.name, 'location', coalesce(v_place, ''),
        'description', p_booking.reference)),
      p_label => p_booking.reference);
  end if;
  if p_what <> 'cancelled' and p_booking.starts_at > now() + interval '26 hours' then
    perform private.queue_mail('booking_reminder', array[p_booking.email], 'booking', p_booking.id,
      format('booking/%s/reminder/%s%s', p_booking.id, p_booking.row_version, case p_what when 'untold' then '/untold' else '' end),
      v_variables, p_booking.starts_at - interval '1 day', p_stops_with_answer => true, p_label => p_booking.reference);
  end if;
end $function$;
comment on function private.mail_booking(p_booking public.bookings, p_what text) is 'Queues the mail of an appointment that was confirmed, moved or cancelled, with a calendar file, and its reminder a day
before. The reminder of an earlier time is cancelled. untold: the reminder alone.';

CREATE OR REPLACE FUNCTION private.reschedule_booking(p_id uuid, p_mark text, p_starts_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.bookings;
begin
  perform private.must_keep_bookings();
  select * into v_row from public.bookings where id = p_id and status <> 'held' for update;
  if v_row.id is null then
    perform private.refuse('PT404', 'This appointment is not there');
  elsif v_row.starts_at = p_starts_at then
    return;
  elsif private.plan_mark(v_row) is distinct from p_mark then
    perform private.refuse('PT409', format('This appointment was moved meanwhile: it is on %s', private.in_company_words(v_row.starts_at)));
  elsif v_row.status <> 'confirmed' then
    perform private.refuse('PT409', 'Only a confirmed appointment can be moved');
  elsif p_starts_at is null then
    perform private.refuse('22023', 'Please choose a time');
  end if;
  perform private.clear_ended_holds(v_row.desk);
  update public.bookings set starts_at = p_starts_at, ends_at = p_starts_at + (v_row.ends_at - v_row.starts_at),
    busy_until = p_starts_at + (v_row.busy_until - v_row.starts_at), moved = v_row.moved + 1, reminded_at = null
   where id = p_id returning * into v_row;
  perform private.mail_booking(v_row, 'untold');
exception when exclusion_violation then
  perform private.refuse('PT409', 'There is another appointment at this time');
end $function$;
comment on function private.reschedule_booking(p_id uuid, p_mark text, p_starts_at timestamp with time zone) is 'The office moves an appointment that it saw at a time, without a mail (tell_booking_moved sends it): PT409 where the client or a
colleague moved it meanwhile.';

CREATE FUNCTION private.tell_booking_moved(p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.bookings;
begin
  perform private.must_keep_bookings();
  select * into v_row from public.bookings where id = p_id for update;
  if v_row.id is null or v_row.status <> 'confirmed' then
    perform private.refuse('PT404', 'This appointment is not there');
  elsif v_row.email is null then
    perform private.refuse('PT409', 'This client left no email. Please call.');
  end if;
  if not exists (select from public.scheduled_emails e where e.dedupe_key = format('booking/%s/moved/%s', v_row.id, v_row.row_version)) then
    perform private.mail_booking(v_row, 'moved');
  end if;
end $function$;
comment on function private.tell_booking_moved(p_id uuid) is 'Mails the client when the appointment is now, with a calendar file. A second call of one move mails nothing more.';
call private.offer('private.tell_booking_moved(uuid)');
