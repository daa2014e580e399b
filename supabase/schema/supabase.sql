-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create extension pgcrypto with schema extensions;

create extension "uuid-ossp" with schema extensions;

CREATE TRIGGER follow_account_email AFTER UPDATE OF email ON auth.users FOR EACH ROW WHEN (old.email::text IS DISTINCT FROM new.email::text) EXECUTE FUNCTION private.follow_account_email();
CREATE TRIGGER forget_temporary_password AFTER UPDATE OF encrypted_password ON auth.users FOR EACH ROW WHEN (old.encrypted_password::text IS DISTINCT FROM new.encrypted_password::text) EXECUTE FUNCTION private.forget_temporary_password();
CREATE TRIGGER keep_an_active_admin BEFORE UPDATE OF banned_until ON auth.users FOR EACH ROW WHEN (new.banned_until > now()) EXECUTE FUNCTION private.keep_an_active_admin();
CREATE TRIGGER rename_time_entries AFTER UPDATE OF email ON auth.users FOR EACH ROW WHEN (old.email::text IS DISTINCT FROM new.email::text AND new.email IS NOT NULL) EXECUTE FUNCTION private.rename_time_entries();

create policy "people show themselves beside a task that they see" on realtime.messages for insert to authenticated
  with check (extension = 'presence'::text AND ((( SELECT realtime.topic() AS topic)) ~~ 'task:%'::text OR (( SELECT realtime.topic() AS topic)) ~~ 'doc:%'::text AND ( SELECT private.is_staff() AS is_staff)) AND ( SELECT private.may_hear(( SELECT realtime.topic() AS topic)) AS may_hear));
create policy "people hear the topics of what they may read" on realtime.messages for select to authenticated
  using ((extension = 'broadcast'::text OR extension = 'presence'::text AND ((( SELECT realtime.topic() AS topic)) !~~ 'doc:%'::text OR ( SELECT private.is_staff() AS is_staff))) AND ( SELECT private.may_hear(( SELECT realtime.topic() AS topic)) AS may_hear));
create policy "visitors hear the public document of their link" on realtime.messages for select to anon
  using (extension = 'broadcast'::text AND (( SELECT realtime.topic() AS topic)) ~~ 'doc:%'::text AND ( SELECT private.is_public_document(private.uuid_or_null(substr(( SELECT realtime.topic() AS topic), 5))) AS is_public_document));

create policy "people upload files by the rules of their bucket" on storage.objects for insert to authenticated
  with check (bucket_id = 'delivery-photos'::text AND ( SELECT private.can('deliveries'::text, 'edit'::text) AS can) AND name ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.(png|jpg|webp)$'::text OR bucket_id = 'item-photos'::text AND ( SELECT private.can('inventory'::text, 'edit'::text) AS can) AND name ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.jpg$'::text OR bucket_id = 'job-files'::text AND (( SELECT private.can('jobs'::text, 'edit'::text) AS can) OR ( SELECT private.can('production'::text, 'edit'::text) AS can)) AND name ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.[a-z0-9]{1,8}$'::text OR bucket_id = 'job-photos'::text AND (( SELECT private.can('jobs'::text, 'edit'::text) AS can) OR ( SELECT private.can('production'::text, 'edit'::text) AS can)) AND name ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.(png|jpg|jpeg|webp)$'::text OR bucket_id = 'line-pictures'::text AND ( SELECT private.can('quotations'::text, 'edit'::text) AS can) AND name ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.(jpg|png)$'::text OR bucket_id = 'mockups'::text AND ( SELECT private.can('jobs'::text, 'edit'::text) AS can) AND name ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}/[a-z0-9][a-z0-9.-]{0,79}$'::text OR bucket_id = 'panels'::text AND (( SELECT private.can('production'::text, 'edit'::text) AS can) OR ( SELECT private.can('jobs'::text, 'edit'::text) AS can)) AND name ~ '^[0-9a-f-]{36}/[a-z0-9][a-z0-9.-]{0,79}$'::text OR bucket_id = 'supplier-invoices'::text AND ( SELECT private.can('supplier-invoices'::text, 'create'::text) AS can) AND name ~ '^[0-9a-f-]{36}/[a-z0-9][a-z0-9.-]{0,79}$'::text OR bucket_id = 'task-images'::text AND ( SELECT private.can('tasks'::text, 'view'::text) AS can) AND name ~ '^(task-comments/)?[0-9]{10,17}[-_]?[A-Za-z0-9][A-Za-z0-9._-]{0,199}$'::text OR bucket_id = 'avatars'::text AND (( SELECT private.my_role() AS my_role)) <> 'pending'::public.app_role AND split_part(name, '/'::text, 1) = ((( SELECT auth.uid() AS uid))::text) AND name ~ '^[0-9a-f-]{36}/[A-Za-z0-9][A-Za-z0-9._-]{0,199}$'::text);
create policy "people remove files by the rules of their bucket" on storage.objects for delete to authenticated
  using (bucket_id = 'item-photos'::text AND ( SELECT private.can('inventory'::text, 'edit'::text) AS can) AND NOT (EXISTS ( SELECT
   FROM public.item_photos p
  WHERE p.path = objects.name)) OR bucket_id = 'job-files'::text AND (( SELECT private.can('jobs'::text, 'delete'::text) AS can) OR owner_id = ((( SELECT auth.uid() AS uid))::text) AND (( SELECT private.can('jobs'::text, 'edit'::text) AS can) OR ( SELECT private.can('production'::text, 'edit'::text) AS can))) AND NOT (EXISTS ( SELECT
   FROM public.job_files f
  WHERE f.path = objects.name)) OR bucket_id = 'mockups'::text AND owner_id = ((( SELECT auth.uid() AS uid))::text) AND ( SELECT private.can('jobs'::text, 'edit'::text) AS can) AND NOT private.is_mockup(private.uuid_or_null(split_part(name, '/'::text, 2))) OR bucket_id = 'panels'::text AND owner_id = ((( SELECT auth.uid() AS uid))::text) AND ( SELECT private.is_staff() AS is_staff));
create policy "people see files by the rules of their bucket" on storage.objects for select to authenticated
  using (bucket_id = 'delivery-photos'::text AND ( SELECT private.can('deliveries'::text, 'view'::text) AS can) OR bucket_id = 'item-photos'::text AND ( SELECT private.can('inventory'::text, 'view'::text) AS can) OR bucket_id = 'job-files'::text AND (( SELECT private.can('jobs'::text, 'view'::text) AS can) OR ( SELECT private.can('orders'::text, 'view'::text) AS can) OR ( SELECT private.can('production'::text, 'view'::text) AS can)) OR bucket_id = 'job-photos'::text AND (( SELECT private.can('jobs'::text, 'view'::text) AS can) OR ( SELECT private.can('production'::text, 'view'::text) AS can)) OR bucket_id = 'line-pictures'::text AND (( SELECT private.can('quotations'::text, 'view'::text) AS can) OR ( SELECT private.can('orders'::text, 'view'::text) AS can)) OR bucket_id = 'mockups'::text AND (( SELECT private.can('jobs'::text, 'view'::text) AS can) OR ( SELECT private.can('orders'::text, 'view'::text) AS can) OR ( SELECT private.can('production'::text, 'view'::text) AS can)) OR bucket_id = 'panels'::text AND (( SELECT private.can('jobs'::text, 'view'::text) AS can) OR ( SELECT private.can('orders'::text, 'view'::text) AS can) OR ( SELECT private.can('production'::text, 'view'::text) AS can)) OR bucket_id = 'supplier-invoices'::text AND ( SELECT private.can('supplier-invoices'::text, 'view'::text) AS can) OR bucket_id = 'task-images'::text AND ( SELECT private.can('tasks'::text, 'view'::text) AS can) AND (owner_id = ((( SELECT auth.uid() AS uid))::text) OR (EXISTS ( SELECT
   FROM private.tasks_of_file(objects.name) naming(id)
  WHERE ( SELECT true
           FROM public.tasks t
          WHERE t.id = naming.id)))));

CREATE OR REPLACE FUNCTION private.release_mockup(p_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_mockup public.mockups := private.mockup_for(p_id, 'send mockups');
  v_job public.jobs;
  v_uuid uuid;
begin
  select * into v_job from public.jobs where id = v_mockup.job_id;
  v_uuid := private.mockup_uuid(v_job.id);
  if v_mockup.status not in ('draft', 'internal_review', 'sent') then
    perform private.refuse('PT409', format('Version %s is %s', v_mockup.version, replace(v_mockup.status, '_', ' ')));
  end if;
  perform private.must_be_in_work(v_job);
  if v_uuid is null then
    perform private.refuse('PT409', 'This job has no quotation, so there is no link to send. Please record the answer of the client.');
  elsif not private.is_public_document(v_uuid) then
    perform private.refuse('PT409', 'The link of the quotation is closed. Please send the quotation first.');
  elsif v_mockup.status = 'sent' then
    return v_uuid;
  end if;
  update public.mockups set status = 'superseded', superseded_at = now()
   where job_id = v_job.id and id <> p_id and status <> 'superseded';
  update public.mockups set status = 'sent', sent_at = now(), sent_by = auth.uid() where id = p_id returning * into v_mockup;
  update public.jobs set status = 'artwork' where id = v_job.id and status in ('new', 'approved') and mockup_required;
  perform private.follow_mockups(v_job.id);
  perform private.log_event('job', v_job.id, 'mockup_sent', jsonb_build_object('version', v_mockup.version));
  perform private.tell_of_mockup(v_mockup, private.team_of_mockup(v_mockup), 'status_change', private.person_label(auth.uid()),
    format('Version %s was sent to the client.', v_mockup.version));
  return v_uuid;
end $function$;
grant execute on function private.release_mockup(p_id uuid) to authenticated;
grant execute on function private.release_mockup(p_id uuid) to service_role;
comment on function private.release_mockup(p_id uuid) is 'The part of send_mockup that opens the version for the client. Returns the uuid of the link.';

CREATE OR REPLACE FUNCTION private.return_facts(p_entry public.bank_entries)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_strip_nulls(jsonb_build_object('kind', 'return', 'entry_id', e.id, 'name', coalesce(e.party_name, p_entry.party_name), 'booked_on', e.booked_on,
      'is_booked', e.status = 'confirmed', 'payment_id', coalesce(e.payment_id, (
        select r.payment_id from public.bank_entry_payouts o join public.payment_refunds r on r.id = o.refund_id where o.entry_id = e.id limit 1)),
      'run_id', e.payment_run_id, 'is_sure', false,
      'parts', coalesce((
        select jsonb_agg(jsonb_build_object('invoice_id', p.id, 'number', p.number, 'amount', private.amount_text(p.amount)) order by p.number, p.id) from (
          select v.id, v.invoice_number as number, a.amount from public.payment_allocations a join public.invoices v on v.id = a.invoice_id where a.payment_id = e.payment_id
          union all
          select v.id, v.supplier_number, s.amount from public.bank_entry_payouts o join public.supplier_payments s on s.id = o.supplier_payment_id
            join public.supplier_invoices v on v.id = s.supplier_invoice_id where o.entry_id = e.id) as p), '[]'),
      'reasons', to_jsonb(array[format('The same amount %s on %s, and %s.', case e.direction when 'in' then 'came in' else 'went out' end,
        private.day_in_words(e.booked_on), case e.status when 'confirmed' then 'is matched' else 'is not matched yet' end)])))
    from public.bank_entries e where e.id = private.returned_entry(p_entry)
$function$;
comment on function private.return_facts(p_entry public.bank_entries) is 'The entry that an entry gives back, with the papers that are open again then; null where it gives none back.';

CREATE OR REPLACE FUNCTION private.sees_money()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.is_server() or private.can('quotations', 'view') or private.can('invoices', 'view')
    or private.named('view_financial_data')
$function$;
grant execute on function private.sees_money() to authenticated;
grant execute on function private.sees_money() to service_role;
comment on function private.sees_money() is 'May the caller see the sums of what is sold? People who only see the work of orders may not.';

CREATE OR REPLACE FUNCTION private.tell_booking_moved(p_id uuid)
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
grant execute on function private.tell_booking_moved(p_id uuid) to authenticated;
grant execute on function private.tell_booking_moved(p_id uuid) to service_role;
comment on function private.tell_booking_moved(p_id uuid) is 'Mails the client when the appointment is now, with a calendar file. A second call of one move mails nothing more.';

CREATE OR REPLACE FUNCTION public.add_booking(p_type_id uuid, p_starts_at timestamp with time zone, p_name text, p_email text DEFAULT NULL::text, p_phone text DEFAULT NULL::text, p_company text DEFAULT NULL::text, p_address text DEFAULT NULL::text, p_note text DEFAULT NULL::text)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.add_booking($1, $2, $3, $4, $5, $6, $7, $8)$function$;
grant execute on function public.add_booking(p_type_id uuid, p_starts_at timestamp with time zone, p_name text, p_email text, p_phone text, p_company text, p_address text, p_note text) to authenticated;
grant execute on function public.add_booking(p_type_id uuid, p_starts_at timestamp with time zone, p_name text, p_email text, p_phone text, p_company text, p_address text, p_note text) to service_role;
comment on function public.add_booking(p_type_id uuid, p_starts_at timestamp with time zone, p_name text, p_email text, p_phone text, p_company text, p_address text, p_note text) is 'An appointment that the office took by telephone, at any time that is free; its id.';

CREATE OR REPLACE FUNCTION public.add_brief_picture(p_link uuid, p_name text, p_data text)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.add_brief_picture($1, $2, $3)$function$;
grant execute on function public.add_brief_picture(p_link uuid, p_name text, p_data text) to anon;
grant execute on function public.add_brief_picture(p_link uuid, p_name text, p_data text) to authenticated;
grant execute on function public.add_brief_picture(p_link uuid, p_name text, p_data text) to service_role;
comment on function public.add_brief_picture(p_link uuid, p_name text, p_data text) is 'Adds a photo or sketch to a brief that was not sent; its id.';

CREATE OR REPLACE FUNCTION public.add_calendar_feed(p_name text, p_kinds text[], p_only_mine boolean)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.add_calendar_feed($1, $2, $3)$function$;
grant execute on function public.add_calendar_feed(p_name text, p_kinds text[], p_only_mine boolean) to authenticated;
grant execute on function public.add_calendar_feed(p_name text, p_kinds text[], p_only_mine boolean) to service_role;
comment on function public.add_calendar_feed(p_name text, p_kinds text[], p_only_mine boolean) is 'Makes a feed of these kinds for the caller: the token of its address, which is never shown again.';

CREATE OR REPLACE FUNCTION public.add_item_photo(p_id uuid, p_item_id uuid, p_preview text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.add_item_photo($1, $2, $3)$function$;
grant execute on function public.add_item_photo(p_id uuid, p_item_id uuid, p_preview text) to authenticated;
grant execute on function public.add_item_photo(p_id uuid, p_item_id uuid, p_preview text) to service_role;
comment on function public.add_item_photo(p_id uuid, p_item_id uuid, p_preview text) is 'Adds an uploaded photo to a stock item, after the others. p_id is chosen by the caller, so that a repeated call adds it once. p_preview: the photo as a JPEG data address of at most 16,000 letters.';

CREATE OR REPLACE FUNCTION public.add_job_file(p_id uuid, p_job_id uuid, p_kind text, p_name text, p_path text)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.add_job_file($1, $2, $3, $4, $5)$function$;
grant execute on function public.add_job_file(p_id uuid, p_job_id uuid, p_kind text, p_name text, p_path text) to authenticated;
grant execute on function public.add_job_file(p_id uuid, p_job_id uuid, p_kind text, p_name text, p_path text) to service_role;
comment on function public.add_job_file(p_id uuid, p_job_id uuid, p_kind text, p_name text, p_path text) is 'Adds an uploaded file to a job and answers its version. p_id is chosen by the caller, so that a repeated call adds it once.';

CREATE OR REPLACE FUNCTION public.add_mockup(p_id uuid, p_job_id uuid, p_files jsonb, p_pages jsonb, p_note text DEFAULT NULL::text, p_checklist text[] DEFAULT NULL::text[])
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.add_mockup($1, $2, $3, $4, $5, $6)$function$;
grant execute on function public.add_mockup(p_id uuid, p_job_id uuid, p_files jsonb, p_pages jsonb, p_note text, p_checklist text[]) to authenticated;
grant execute on function public.add_mockup(p_id uuid, p_job_id uuid, p_files jsonb, p_pages jsonb, p_note text, p_checklist text[]) to service_role;
comment on function public.add_mockup(p_id uuid, p_job_id uuid, p_files jsonb, p_pages jsonb, p_note text, p_checklist text[]) is 'The next version of the mockup of a job, as a draft; its version number. The files lie in the bucket mockups, below
job/version/. p_files: [{name, path, type, bytes, sha256}]; p_pages in their order: [{path, thumb_path, width, height}];
p_checklist: what the client ticks. p_id is chosen by the caller: a repeated call adds one version.';

CREATE OR REPLACE FUNCTION public.add_panel(p_id uuid, p_job_id uuid, p_kind text, p_title text, p_width_mm numeric, p_height_mm numeric, p_depth_mm numeric, p_parts jsonb)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.add_panel($1, $2, $3, $4, $5, $6, $7, $8)$function$;
grant execute on function public.add_panel(p_id uuid, p_job_id uuid, p_kind text, p_title text, p_width_mm numeric, p_height_mm numeric, p_depth_mm numeric, p_parts jsonb) to authenticated;
grant execute on function public.add_panel(p_id uuid, p_job_id uuid, p_kind text, p_title text, p_width_mm numeric, p_height_mm numeric, p_depth_mm numeric, p_parts jsonb) to service_role;
comment on function public.add_panel(p_id uuid, p_job_id uuid, p_kind text, p_title text, p_width_mm numeric, p_height_mm numeric, p_depth_mm numeric, p_parts jsonb) is 'A panel of a job with its parts, [{name, detail, qty, needs_cut, needs_prep}]; its number within the job. p_id is chosen by the
caller: a repeated call adds one panel.';

CREATE OR REPLACE FUNCTION public.add_to_purchase(p_supplier_id uuid, p_lines jsonb DEFAULT '[]'::jsonb)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.add_to_purchase($1, $2)$function$;
grant execute on function public.add_to_purchase(p_supplier_id uuid, p_lines jsonb) to authenticated;
grant execute on function public.add_to_purchase(p_supplier_id uuid, p_lines jsonb) to service_role;
comment on function public.add_to_purchase(p_supplier_id uuid, p_lines jsonb) is 'Puts items on the draft of a supplier: [{item_id, qty in stock units}]. Whole buy units are ordered. A repeated call changes
nothing. Answers the id of the draft.';

CREATE OR REPLACE FUNCTION public.allocate_credit(p_credit_note_id uuid, p_invoice_id uuid, p_amount numeric)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.allocate_credit($1, $2, $3)$function$;
grant execute on function public.allocate_credit(p_credit_note_id uuid, p_invoice_id uuid, p_amount numeric) to authenticated;
grant execute on function public.allocate_credit(p_credit_note_id uuid, p_invoice_id uuid, p_amount numeric) to service_role;
comment on function public.allocate_credit(p_credit_note_id uuid, p_invoice_id uuid, p_amount numeric) is 'Credit of a note lowers an open invoice of the same client.';

CREATE OR REPLACE FUNCTION public.allocate_payment(p_payment_id uuid, p_allocations jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.allocate_payment($1, $2)$function$;
grant execute on function public.allocate_payment(p_payment_id uuid, p_allocations jsonb) to authenticated;
grant execute on function public.allocate_payment(p_payment_id uuid, p_allocations jsonb) to service_role;
comment on function public.allocate_payment(p_payment_id uuid, p_allocations jsonb) is 'What is open of a payment settles invoices: p_allocations [{invoice_id, amount}], null for the oldest due first.';

CREATE OR REPLACE FUNCTION public.amend_order(p_order_id uuid, p_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.amend_order($1, $2)$function$;
grant execute on function public.amend_order(p_order_id uuid, p_id uuid) to authenticated;
grant execute on function public.amend_order(p_order_id uuid, p_id uuid) to service_role;
comment on function public.amend_order(p_order_id uuid, p_id uuid) is 'A draft for extra work on an order, without a deposit. Its approval adds its lines and jobs to the order. p_id: chosen by the
caller, so that a repeated call returns the same quotation. Returns the id.';

CREATE OR REPLACE FUNCTION public.analytics(p_from date, p_to date)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.analytics($1, $2)$function$;
grant execute on function public.analytics(p_from date, p_to date) to authenticated;
grant execute on function public.analytics(p_from date, p_to date) to service_role;
comment on function public.analytics(p_from date, p_to date) is 'The figures of days of the company, both included, a part a key; parts that the caller may not see are missing. A line has
bucket (month, week, service, person, age), name, mark (won, late, in, sales …), count of records, and amount and other as text:
see private.analytics_rows. to_invoice, receivables and cash are as of now.';

CREATE OR REPLACE FUNCTION public.analytics_records(p_part text, p_from date, p_to date, p_bucket text DEFAULT NULL::text, p_mark text DEFAULT NULL::text, p_name text DEFAULT NULL::text, p_limit integer DEFAULT 500)
 RETURNS TABLE(kind text, id uuid, label text, contact_id uuid, client_name text, day date, bucket text, mark text, amount text, other text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select * from private.analytics_records($1, $2, $3, $4, $5, $6, $7)$function$;
grant execute on function public.analytics_records(p_part text, p_from date, p_to date, p_bucket text, p_mark text, p_name text, p_limit integer) to authenticated;
grant execute on function public.analytics_records(p_part text, p_from date, p_to date, p_bucket text, p_mark text, p_name text, p_limit integer) to service_role;
comment on function public.analytics_records(p_part text, p_from date, p_to date, p_bucket text, p_mark text, p_name text, p_limit integer) is 'The records behind a figure, the newest first, at most 5,000; amounts are text.';

CREATE OR REPLACE FUNCTION public.announced_invoices(p_request_id uuid)
 RETURNS TABLE(invoice_id uuid)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select * from private.announced_invoices($1)$function$;
grant execute on function public.announced_invoices(p_request_id uuid) to authenticated;
grant execute on function public.announced_invoices(p_request_id uuid) to service_role;
comment on function public.announced_invoices(p_request_id uuid) is 'The invoices that a client chose on a statement, of the request for their money.';

CREATE OR REPLACE FUNCTION public.answer_mockup(p_uuid uuid, p_mockup_id uuid, p_answer text, p_name text, p_words text DEFAULT NULL::text, p_signature text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.answer_mockup($1, $2, $3, $4, $5, $6)$function$;
grant execute on function public.answer_mockup(p_uuid uuid, p_mockup_id uuid, p_answer text, p_name text, p_words text, p_signature text) to anon;
grant execute on function public.answer_mockup(p_uuid uuid, p_mockup_id uuid, p_answer text, p_name text, p_words text, p_signature text) to authenticated;
grant execute on function public.answer_mockup(p_uuid uuid, p_mockup_id uuid, p_answer text, p_name text, p_words text, p_signature text) to service_role;
comment on function public.answer_mockup(p_uuid uuid, p_mockup_id uuid, p_answer text, p_name text, p_words text, p_signature text) is 'The client answers a version: approved (with the whole checklist ticked), rejected or revision_requested (with words). Refused
in words when another version has replaced it; the detail of the error is the version that is current. A second call with the
same answer changes nothing.';

CREATE OR REPLACE FUNCTION public.answer_question(p_kind text, p_id uuid, p_words text)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.answer_question($1, $2, $3)$function$;
grant execute on function public.answer_question(p_kind text, p_id uuid, p_words text) to authenticated;
grant execute on function public.answer_question(p_kind text, p_id uuid, p_words text) to service_role;
comment on function public.answer_question(p_kind text, p_id uuid, p_words text) is 'Answers the newest question about a quotation, an order or an invoice: the client sees it on the page of the link at once and gets it by
mail. The same words twice are one answer. Returns the address that the mail goes to; null where the client has none.';

CREATE OR REPLACE FUNCTION public.approve_margin(p_quotation_id uuid, p_reason text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.approve_margin($1, $2)$function$;
grant execute on function public.approve_margin(p_quotation_id uuid, p_reason text) to authenticated;
grant execute on function public.approve_margin(p_quotation_id uuid, p_reason text) to service_role;
comment on function public.approve_margin(p_quotation_id uuid, p_reason text) is 'Somebody who sees costs says why a draft below the margin floor may be sent. It holds for these prices and costs: another
price needs another approval. The story keeps the reason.';

CREATE OR REPLACE FUNCTION public.approve_payment_run(p_id uuid, p_row_version integer)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.approve_payment_run($1, $2)$function$;
grant execute on function public.approve_payment_run(p_id uuid, p_row_version integer) to authenticated;
grant execute on function public.approve_payment_run(p_id uuid, p_row_version integer) to service_role;
comment on function public.approve_payment_run(p_id uuid, p_row_version integer) is 'A second person approves what the first one prepared, in the version that was seen. Refused while a bank account changed.';

CREATE OR REPLACE FUNCTION public.approve_quotation(p_uuid uuid, p_version integer, p_name text, p_terms_accepted boolean, p_signature text DEFAULT NULL::text, p_selected uuid[] DEFAULT NULL::uuid[])
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.approve_quotation($1, $2, $3, $4, $5, $6)$function$;
grant execute on function public.approve_quotation(p_uuid uuid, p_version integer, p_name text, p_terms_accepted boolean, p_signature text, p_selected uuid[]) to anon;
grant execute on function public.approve_quotation(p_uuid uuid, p_version integer, p_name text, p_terms_accepted boolean, p_signature text, p_selected uuid[]) to authenticated;
grant execute on function public.approve_quotation(p_uuid uuid, p_version integer, p_name text, p_terms_accepted boolean, p_signature text, p_selected uuid[]) to service_role;
comment on function public.approve_quotation(p_uuid uuid, p_version integer, p_name text, p_terms_accepted boolean, p_signature text, p_selected uuid[]) is 'The client approves the version that they see: name, accepted terms, a drawn signature (PNG data address) or none, and the
ids of all chosen options (null: as chosen already). A second call answers as the first did. Returns status, decided_at,
decided_name and the order.';

CREATE OR REPLACE FUNCTION public.ask_about_document(p_link uuid, p_name text, p_question text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.ask_about_document($1, $2, $3)$function$;
grant execute on function public.ask_about_document(p_link uuid, p_name text, p_question text) to anon;
grant execute on function public.ask_about_document(p_link uuid, p_name text, p_question text) to authenticated;
grant execute on function public.ask_about_document(p_link uuid, p_name text, p_question text) to service_role;
comment on function public.ask_about_document(p_link uuid, p_name text, p_question text) is 'A client asks about a quotation, an order or an invoice by its link: an event, and a notice to who takes care of it. The same words
within ten minutes count once; 20 an hour at most.';

CREATE OR REPLACE FUNCTION public.ask_about_quotation(p_uuid uuid, p_name text, p_question text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.ask_about_quotation($1, $2, $3)$function$;
grant execute on function public.ask_about_quotation(p_uuid uuid, p_name text, p_question text) to anon;
grant execute on function public.ask_about_quotation(p_uuid uuid, p_name text, p_question text) to authenticated;
grant execute on function public.ask_about_quotation(p_uuid uuid, p_name text, p_question text) to service_role;
comment on function public.ask_about_quotation(p_uuid uuid, p_name text, p_question text) is 'A question by the link: an event and a notice. The same words within ten minutes count once; 20 an hour at most.';

CREATE OR REPLACE FUNCTION public.ask_absence(p_id uuid, p_kind text, p_starts_on date, p_ends_on date, p_reason text DEFAULT NULL::text, p_user_id uuid DEFAULT NULL::uuid, p_clear_shifts boolean DEFAULT false)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.ask_absence($1, $2, $3, $4, $5, $6, $7)$function$;
grant execute on function public.ask_absence(p_id uuid, p_kind text, p_starts_on date, p_ends_on date, p_reason text, p_user_id uuid, p_clear_shifts boolean) to authenticated;
grant execute on function public.ask_absence(p_id uuid, p_kind text, p_starts_on date, p_ends_on date, p_reason text, p_user_id uuid, p_clear_shifts boolean) to service_role;
comment on function public.ask_absence(p_id uuid, p_kind text, p_starts_on date, p_ends_on date, p_reason text, p_user_id uuid, p_clear_shifts boolean) is 'Asks for leave; those who plan shifts are told. With p_user_id a planner enters an absence that is approved at once. Shifts in it refuse the approval unless p_clear_shifts removes them. The same id again changes nothing.';

CREATE OR REPLACE FUNCTION public.ask_for_margin_approval(p_quotation_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.ask_for_margin_approval($1)$function$;
grant execute on function public.ask_for_margin_approval(p_quotation_id uuid) to authenticated;
grant execute on function public.ask_for_margin_approval(p_quotation_id uuid) to service_role;
comment on function public.ask_for_margin_approval(p_quotation_id uuid) is 'Tells everybody who may approve the margin that a draft waits. The same prices are told once an hour.';

CREATE OR REPLACE FUNCTION public.ask_for_product(p_request uuid, p_slug text, p_options uuid[], p_qty integer, p_name text, p_email text, p_phone text DEFAULT NULL::text, p_message text DEFAULT NULL::text, p_trap text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.ask_for_product($1, $2, $3, $4, $5, $6, $7, $8, $9)$function$;
grant execute on function public.ask_for_product(p_request uuid, p_slug text, p_options uuid[], p_qty integer, p_name text, p_email text, p_phone text, p_message text, p_trap text) to anon;
grant execute on function public.ask_for_product(p_request uuid, p_slug text, p_options uuid[], p_qty integer, p_name text, p_email text, p_phone text, p_message text, p_trap text) to authenticated;
grant execute on function public.ask_for_product(p_request uuid, p_slug text, p_options uuid[], p_qty integer, p_name text, p_email text, p_phone text, p_message text, p_trap text) to service_role;
comment on function public.ask_for_product(p_request uuid, p_slug text, p_options uuid[], p_qty integer, p_name text, p_email text, p_phone text, p_message text, p_trap text) is 'A visitor asks for a product with chosen options: a draft quotation, the contact by the e-mail address (a new one if there is none),
and a notice to sales. p_request: an id of the visit, so that a repeated request counts once. p_trap must be empty. Five requests an hour
by address or e-mail, 200 a day. Returns the number of the quotation.';

CREATE OR REPLACE FUNCTION public.ask_refund(p_payment_id uuid, p_amount numeric, p_reason text, p_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.ask_refund($1, $2, $3, $4)$function$;
grant execute on function public.ask_refund(p_payment_id uuid, p_amount numeric, p_reason text, p_id uuid) to authenticated;
grant execute on function public.ask_refund(p_payment_id uuid, p_amount numeric, p_reason text, p_id uuid) to service_role;
comment on function public.ask_refund(p_payment_id uuid, p_amount numeric, p_reason text, p_id uuid) is 'Before the bank is asked to give money back to a card: keeps what is asked, so that it goes nowhere else meanwhile. is_new is
false for a repeated call with the same p_id: then the bank must not be asked again. Returns {id, is_new, status, provider,
transaction, cents}.';

CREATE OR REPLACE FUNCTION public.bank_suggestions(p_ids uuid[])
 RETURNS TABLE(entry_id uuid, matches jsonb, doubts text[])
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select * from private.bank_suggestions($1)$function$;
grant execute on function public.bank_suggestions(p_ids uuid[]) to authenticated;
grant execute on function public.bank_suggestions(p_ids uuid[]) to service_role;
comment on function public.bank_suggestions(p_ids uuid[]) is 'Suggestions for open entries. Money in: [{contact_id, client_name, parts [{invoice_id, number, balance, amount}], credit, order_id
and order_number for a deposit, payment_id and payment_number for a payment recorded by hand, is_sure, seen, reasons}]. Money out: as
private.bank_money_out says. kind return: it gives the entry entry_id back. doubts: why none is sure, in sentences. Amounts are text.';

CREATE OR REPLACE FUNCTION public.bank_summary()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.bank_summary()$function$;
grant execute on function public.bank_summary() to authenticated;
grant execute on function public.bank_summary() to service_role;
comment on function public.bank_summary() is 'What waits: how many entries came in and are undecided, their sum as text, how many files there are and until which day.';

CREATE OR REPLACE FUNCTION public.bill_questions(p_supplier_id uuid, p_number text, p_invoice_date date, p_net numeric, p_vat numeric, p_except uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.bill_questions($1, $2, $3, $4, $5, $6)$function$;
grant execute on function public.bill_questions(p_supplier_id uuid, p_number text, p_invoice_date date, p_net numeric, p_vat numeric, p_except uuid) to authenticated;
grant execute on function public.bill_questions(p_supplier_id uuid, p_number text, p_invoice_date date, p_net numeric, p_vat numeric, p_except uuid) to service_role;
comment on function public.bill_questions(p_supplier_id uuid, p_number text, p_invoice_date date, p_net numeric, p_vat numeric, p_except uuid) is 'What is asked before a bill of a supplier is saved: the bill with the same number, however it is written; the bill with the
same day and total; and VAT that is no rate of the net, in words with the nearest rates. Null where nothing is to be asked.
vat_as is what supplier_invoices.vat_confirmed_as says when somebody confirms the VAT. p_except: the bill itself.';

CREATE OR REPLACE FUNCTION public.booking_analytics(p_from date, p_to date)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.booking_analytics($1, $2)$function$;
grant execute on function public.booking_analytics(p_from date, p_to date) to authenticated;
grant execute on function public.booking_analytics(p_from date, p_to date) to service_role;
comment on function public.booking_analytics(p_from date, p_to date) is 'Appointments on days of the company, both included: what became of them, by kind, weekday and hour.';

CREATE OR REPLACE FUNCTION public.calculated_lines_of(p_quotation uuid)
 RETURNS TABLE(item_id uuid, calculation_id uuid, name text, unit_price text, saved_price text, price_now text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select * from private.calculated_lines_of($1)$function$;
grant execute on function public.calculated_lines_of(p_quotation uuid) to authenticated;
grant execute on function public.calculated_lines_of(p_quotation uuid) to service_role;
comment on function public.calculated_lines_of(p_quotation uuid) is 'The lines of a quotation that were worked out: the price on the line, the price when the calculation was saved, and the price with
the costs of today (null where a step is not offered any more).';

CREATE OR REPLACE FUNCTION public.calculator_prices()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.calculator_prices()$function$;
grant execute on function public.calculator_prices() to authenticated;
grant execute on function public.calculator_prices() to service_role;
comment on function public.calculator_prices() is 'The price list of the calculator, as far as the caller may see it: costs and markups with view_financial_data, machine prices
with view_cnc_pricing.';

CREATE OR REPLACE FUNCTION public.cancel_booking(p_holder uuid, p_reason text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.cancel_booking($1, $2)$function$;
grant execute on function public.cancel_booking(p_holder uuid, p_reason text) to anon;
grant execute on function public.cancel_booking(p_holder uuid, p_reason text) to authenticated;
grant execute on function public.cancel_booking(p_holder uuid, p_reason text) to service_role;
comment on function public.cancel_booking(p_holder uuid, p_reason text) is 'Cancels an appointment by its link; cancelling again changes nothing.';

CREATE OR REPLACE FUNCTION public.cancel_mail(p_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.cancel_mail($1)$function$;
grant execute on function public.cancel_mail(p_id uuid) to authenticated;
grant execute on function public.cancel_mail(p_id uuid) to service_role;
comment on function public.cancel_mail(p_id uuid) is 'A mail that waits or failed → cancelled. A second call changes nothing.';

CREATE OR REPLACE FUNCTION public.cancel_order(p_id uuid, p_reason text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.cancel_order($1, $2)$function$;
grant execute on function public.cancel_order(p_id uuid, p_reason text) to authenticated;
grant execute on function public.cancel_order(p_id uuid, p_reason text) to service_role;
comment on function public.cancel_order(p_id uuid, p_reason text) is 'Cancels an order of which nothing is delivered or invoiced, with its jobs and open requests for money. A deposit that was
paid stays invoiced: accounts credit it.';

CREATE OR REPLACE FUNCTION public.cancel_payment_request(p_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.cancel_payment_request($1)$function$;
grant execute on function public.cancel_payment_request(p_id uuid) to authenticated;
grant execute on function public.cancel_payment_request(p_id uuid) to service_role;
comment on function public.cancel_payment_request(p_id uuid) is 'A request that nobody paid is closed. Money that comes late becomes credit.';

CREATE OR REPLACE FUNCTION public.cancel_payment_run(p_id uuid, p_reason text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.cancel_payment_run($1, $2)$function$;
grant execute on function public.cancel_payment_run(p_id uuid, p_reason text) to authenticated;
grant execute on function public.cancel_payment_run(p_id uuid, p_reason text) to service_role;
comment on function public.cancel_payment_run(p_id uuid, p_reason text) is 'Nothing of the run is paid. Its invoices stay scheduled and can go into another run.';

CREATE OR REPLACE FUNCTION public.cancel_purchase_order(p_id uuid, p_reason text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.cancel_purchase_order($1, $2)$function$;
grant execute on function public.cancel_purchase_order(p_id uuid, p_reason text) to authenticated;
grant execute on function public.cancel_purchase_order(p_id uuid, p_reason text) to service_role;
comment on function public.cancel_purchase_order(p_id uuid, p_reason text) is 'What has not arrived is not expected any more. What arrived stays.';

CREATE OR REPLACE FUNCTION public.cancel_quotation(p_id uuid, p_reason text, p_lost text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.cancel_quotation($1, $2, $3)$function$;
grant execute on function public.cancel_quotation(p_id uuid, p_reason text, p_lost text) to authenticated;
grant execute on function public.cancel_quotation(p_id uuid, p_reason text, p_lost text) to service_role;
comment on function public.cancel_quotation(p_id uuid, p_reason text, p_lost text) is 'Any quotation without an order → cancelled, with a reason; its link closes. p_lost: why the offer was lost, as in
record_quotation_loss.';

CREATE OR REPLACE FUNCTION public.cancel_statement_run(p_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.cancel_statement_run($1)$function$;
grant execute on function public.cancel_statement_run(p_id uuid) to authenticated;
grant execute on function public.cancel_statement_run(p_id uuid) to service_role;
comment on function public.cancel_statement_run(p_id uuid) is 'Ends a run: what waits is not sent, and mails of it that are still in the queue are cancelled. What went out stays sent.';

CREATE OR REPLACE FUNCTION public.change_calendar_feed(p_id uuid, p_name text, p_kinds text[], p_only_mine boolean)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.change_calendar_feed($1, $2, $3, $4)$function$;
grant execute on function public.change_calendar_feed(p_id uuid, p_name text, p_kinds text[], p_only_mine boolean) to authenticated;
grant execute on function public.change_calendar_feed(p_id uuid, p_name text, p_kinds text[], p_only_mine boolean) to service_role;
comment on function public.change_calendar_feed(p_id uuid, p_name text, p_kinds text[], p_only_mine boolean) is 'Changes what a feed of the caller shows. Its address stays.';

CREATE OR REPLACE FUNCTION public.change_items(p_changes jsonb)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.change_items($1)$function$;
grant execute on function public.change_items(p_changes jsonb) to authenticated;
grant execute on function public.change_items(p_changes jsonb) to service_role;
comment on function public.change_items(p_changes jsonb) is 'Changes and adds many items, all or none: [{id, row_version, values}]; without id an item is added. An item that changed
meanwhile is refused by name (PT409, the detail is its id). Costs need view_financial_data.';

CREATE OR REPLACE FUNCTION public.change_plan(p_id uuid, p_row_version integer, p_plan jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.change_plan($1, $2, $3)$function$;
grant execute on function public.change_plan(p_id uuid, p_row_version integer, p_plan jsonb) to authenticated;
grant execute on function public.change_plan(p_id uuid, p_row_version integer, p_plan jsonb) to service_role;
comment on function public.change_plan(p_id uuid, p_row_version integer, p_plan jsonb) is 'Changes a delivery that is not on the road yet, with the same plan as plan_of_order: what the plan leaves out is emptied.
A failed one is planned again by a day. p_row_version: the version that was seen; another one is refused.';

CREATE OR REPLACE FUNCTION public.check_job(p_id uuid, p_job_id uuid, p_result text, p_note text DEFAULT NULL::text, p_photo text DEFAULT NULL::text, p_remake_qty numeric DEFAULT NULL::numeric, p_reason text DEFAULT NULL::text, p_back_to uuid DEFAULT NULL::uuid, p_steps jsonb DEFAULT NULL::jsonb, p_material jsonb DEFAULT NULL::jsonb)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.check_job($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)$function$;
grant execute on function public.check_job(p_id uuid, p_job_id uuid, p_result text, p_note text, p_photo text, p_remake_qty numeric, p_reason text, p_back_to uuid, p_steps jsonb, p_material jsonb) to authenticated;
grant execute on function public.check_job(p_id uuid, p_job_id uuid, p_result text, p_note text, p_photo text, p_remake_qty numeric, p_reason text, p_back_to uuid, p_steps jsonb, p_material jsonb) to service_role;
comment on function public.check_job(p_id uuid, p_job_id uuid, p_result text, p_note text, p_photo text, p_remake_qty numeric, p_reason text, p_back_to uuid, p_steps jsonb, p_material jsonb) is 'Quality control of a job. Passed: it is ready; p_remake_qty makes again what is short, else p_note says why fewer are enough. Failed with
p_remake_qty: the rest is ready and a remake is made, from the step p_back_to on. Failed without: the job goes back to the step
p_back_to, which is to do again with all after it. p_steps: what became of open steps, as in answer_steps. p_material: what was
used of the kept material, as in book_material; without it a job with kept material is refused unless the company books as
planned. Answers the id of the remake. p_id is chosen by the caller: a repeated call checks once.';

CREATE OR REPLACE FUNCTION public.choose_options(p_uuid uuid, p_version integer, p_selected uuid[])
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.choose_options($1, $2, $3)$function$;
grant execute on function public.choose_options(p_uuid uuid, p_version integer, p_selected uuid[]) to anon;
grant execute on function public.choose_options(p_uuid uuid, p_version integer, p_selected uuid[]) to authenticated;
grant execute on function public.choose_options(p_uuid uuid, p_version integer, p_selected uuid[]) to service_role;
comment on function public.choose_options(p_uuid uuid, p_version integer, p_selected uuid[]) is 'The client chooses options by the link: p_selected are the ids of all chosen lines. Totals and deposit follow. Returns the
quotation as get_public_quotation does, without its state.';

CREATE OR REPLACE FUNCTION public.choose_quantity(p_uuid uuid, p_version integer, p_line uuid, p_qty numeric)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.choose_quantity($1, $2, $3, $4)$function$;
grant execute on function public.choose_quantity(p_uuid uuid, p_version integer, p_line uuid, p_qty numeric) to anon;
grant execute on function public.choose_quantity(p_uuid uuid, p_version integer, p_line uuid, p_qty numeric) to authenticated;
grant execute on function public.choose_quantity(p_uuid uuid, p_version integer, p_line uuid, p_qty numeric) to service_role;
comment on function public.choose_quantity(p_uuid uuid, p_version integer, p_line uuid, p_qty numeric) is 'The client orders another quantity of a line whose prices by quantity they see. Price, totals and deposit follow; the story of
the quotation says it. The same quantity again changes nothing. Returns the quotation as choose_options does.';

CREATE OR REPLACE FUNCTION public.claim_due(p_most integer DEFAULT 10)
 RETURNS SETOF jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select * from private.claim_due($1)$function$;
grant execute on function public.claim_due(p_most integer) to service_role;
comment on function public.claim_due(p_most integer) is 'For the service key: up to p_most mails that are due, now being sent, with all that is needed to write them. Two senders
never get the same one. A mail whose sender died is given out again after five minutes, with the same dedupe key.';

CREATE OR REPLACE FUNCTION public.client_ageing(p_contact_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(id uuid, client_name text, contact_type text, balance numeric, overdue numeric, credit numeric, not_due numeric, days_30 numeric, days_60 numeric, days_90 numeric, older numeric, oldest_due date, open_invoices bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select * from private.client_ageing($1)$function$;
grant execute on function public.client_ageing(p_contact_id uuid) to authenticated;
grant execute on function public.client_ageing(p_contact_id uuid) to service_role;
comment on function public.client_ageing(p_contact_id uuid) is 'Clients who owe something or have credit, today: balance (open invoices less unallocated credit), and the open invoices by
age: not due, 1–30, 31–60, 61–90 and more days past due. balance = Σ age − credit.';

CREATE OR REPLACE FUNCTION public.client_balances(p_contact_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(contact_id uuid, balance numeric, overdue numeric, credit numeric, oldest_due date, open_invoices bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select * from private.client_balances($1)$function$;
grant execute on function public.client_balances(p_contact_id uuid) to authenticated;
grant execute on function public.client_balances(p_contact_id uuid) to service_role;
comment on function public.client_balances(p_contact_id uuid) is 'What each client owes now: open invoices less unallocated credit; what of it is overdue; the credit; the oldest due day.';

CREATE OR REPLACE FUNCTION public.client_portal()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.client_portal()$function$;
grant execute on function public.client_portal() to authenticated;
grant execute on function public.client_portal() to service_role;
comment on function public.client_portal() is 'All that a signed-in client sees of their own: balance, credit, quotations, orders, invoices, credit notes, deliveries, statements. Null for
everybody else. Amounts are text. What it does not name, a client does not read.';

CREATE OR REPLACE FUNCTION public.client_statement(p_contact_id uuid, p_from date, p_to date)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.client_statement($1, $2, $3)$function$;
grant execute on function public.client_statement(p_contact_id uuid, p_from date, p_to date) to authenticated;
grant execute on function public.client_statement(p_contact_id uuid, p_from date, p_to date) to service_role;
comment on function public.client_statement(p_contact_id uuid, p_from date, p_to date) is 'The account of a client between two days, both included: opening, lines with running balance, closing; open invoices, their
age as at the last day (not due, 1–30, 31–60, 61–90 and more days past due) and unallocated credit. Later payments do not
count. closing = Σ age − unallocated. Amounts are text. Clients may read their own.';

CREATE OR REPLACE FUNCTION public.close_question(p_kind text, p_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.close_question($1, $2)$function$;
grant execute on function public.close_question(p_kind text, p_id uuid) to authenticated;
grant execute on function public.close_question(p_kind text, p_id uuid) to service_role;
comment on function public.close_question(p_kind text, p_id uuid) is 'A question that needs no words, because it was answered by telephone: it no longer counts as open.';

CREATE OR REPLACE FUNCTION public.comment_by_link(p_uuid uuid, p_id uuid, p_mockup_id uuid, p_name text, p_body text, p_page integer DEFAULT NULL::integer, p_x double precision DEFAULT NULL::double precision, p_y double precision DEFAULT NULL::double precision)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.comment_by_link($1, $2, $3, $4, $5, $6, $7, $8)$function$;
grant execute on function public.comment_by_link(p_uuid uuid, p_id uuid, p_mockup_id uuid, p_name text, p_body text, p_page integer, p_x double precision, p_y double precision) to anon;
grant execute on function public.comment_by_link(p_uuid uuid, p_id uuid, p_mockup_id uuid, p_name text, p_body text, p_page integer, p_x double precision, p_y double precision) to authenticated;
grant execute on function public.comment_by_link(p_uuid uuid, p_id uuid, p_mockup_id uuid, p_name text, p_body text, p_page integer, p_x double precision, p_y double precision) to service_role;
comment on function public.comment_by_link(p_uuid uuid, p_id uuid, p_mockup_id uuid, p_name text, p_body text, p_page integer, p_x double precision, p_y double precision) is 'A comment of the client by the link, as comment_on_mockup. The version may be answered or superseded by then: words are kept.';

CREATE OR REPLACE FUNCTION public.comment_on_mockup(p_id uuid, p_mockup_id uuid, p_body text, p_page integer DEFAULT NULL::integer, p_x double precision DEFAULT NULL::double precision, p_y double precision DEFAULT NULL::double precision)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.comment_on_mockup($1, $2, $3, $4, $5, $6)$function$;
grant execute on function public.comment_on_mockup(p_id uuid, p_mockup_id uuid, p_body text, p_page integer, p_x double precision, p_y double precision) to authenticated;
grant execute on function public.comment_on_mockup(p_id uuid, p_mockup_id uuid, p_body text, p_page integer, p_x double precision, p_y double precision) to service_role;
comment on function public.comment_on_mockup(p_id uuid, p_mockup_id uuid, p_body text, p_page integer, p_x double precision, p_y double precision) is 'A comment of staff, with a pin at (p_x, p_y) of a page: shares of its width and height. p_id is chosen by the caller.';

CREATE OR REPLACE FUNCTION public.confirm_bank_entry(p_id uuid, p_contact_id uuid DEFAULT NULL::uuid, p_allocations jsonb DEFAULT NULL::jsonb, p_order_id uuid DEFAULT NULL::uuid, p_payment_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.confirm_bank_entry($1, $2, $3, $4, $5)$function$;
grant execute on function public.confirm_bank_entry(p_id uuid, p_contact_id uuid, p_allocations jsonb, p_order_id uuid, p_payment_id uuid) to authenticated;
grant execute on function public.confirm_bank_entry(p_id uuid, p_contact_id uuid, p_allocations jsonb, p_order_id uuid, p_payment_id uuid) to service_role;
comment on function public.confirm_bank_entry(p_id uuid, p_contact_id uuid, p_allocations jsonb, p_order_id uuid, p_payment_id uuid) is 'A person says whose an entry is: records the payment by record_payment (p_allocations and p_order_id as there), or links it
to a payment that was recorded by hand (p_payment_id). An entry has one payment, whoever confirms at once; a repeated call of
the same person returns it. Returns the id of the payment.';

CREATE OR REPLACE FUNCTION public.confirm_bank_payout(p_id uuid, p_choice jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.confirm_bank_payout($1, $2)$function$;
grant execute on function public.confirm_bank_payout(p_id uuid, p_choice jsonb) to authenticated;
grant execute on function public.confirm_bank_payout(p_id uuid, p_choice jsonb) to service_role;
comment on function public.confirm_bank_payout(p_id uuid, p_choice jsonb) is 'A person says what a debit paid. p_choice: {kind: supplier, parts [{invoice_id, amount, discount}]}, {run, run_id}, {run_payment,
item_id}, {recorded, supplier_payment_id}, {recurring, recurring_id, period_on} or {refund, payment_id, refund_id of one that is
recorded}. An entry is confirmed once, whoever confirms at once; a repeated call of the same person changes nothing.';

CREATE OR REPLACE FUNCTION public.confirm_booking(p_holder uuid, p_name text, p_email text, p_phone text DEFAULT NULL::text, p_company text DEFAULT NULL::text, p_address text DEFAULT NULL::text, p_note text DEFAULT NULL::text, p_trap text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.confirm_booking($1, $2, $3, $4, $5, $6, $7, $8)$function$;
grant execute on function public.confirm_booking(p_holder uuid, p_name text, p_email text, p_phone text, p_company text, p_address text, p_note text, p_trap text) to anon;
grant execute on function public.confirm_booking(p_holder uuid, p_name text, p_email text, p_phone text, p_company text, p_address text, p_note text, p_trap text) to authenticated;
grant execute on function public.confirm_booking(p_holder uuid, p_name text, p_email text, p_phone text, p_company text, p_address text, p_note text, p_trap text) to service_role;
comment on function public.confirm_booking(p_holder uuid, p_name text, p_email text, p_phone text, p_company text, p_address text, p_note text, p_trap text) is 'Makes the held time an appointment. Confirming again answers with the same appointment. A hold that ended still counts while nobody else took the time.';

CREATE OR REPLACE FUNCTION public.confirm_sure_entries(p_ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.confirm_sure_entries($1)$function$;
grant execute on function public.confirm_sure_entries(p_ids uuid[]) to authenticated;
grant execute on function public.confirm_sure_entries(p_ids uuid[]) to service_role;
comment on function public.confirm_sure_entries(p_ids uuid[]) is 'Confirms those of the entries whose best suggestion is still sure at its turn. Returns {confirmed, left}.';

CREATE OR REPLACE FUNCTION public.continue_statement_run(p_id uuid, p_most integer DEFAULT 10)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.continue_statement_run($1, $2)$function$;
grant execute on function public.continue_statement_run(p_id uuid, p_most integer) to authenticated;
grant execute on function public.continue_statement_run(p_id uuid, p_most integer) to service_role;
comment on function public.continue_statement_run(p_id uuid, p_most integer) is 'Makes the next statements of a run and puts their mails into the queue; a client who cannot have one is kept with the reason and
no statement is left of it. Returns {id, status, clients, waits, mailed, failed, cancelled}.';

CREATE OR REPLACE FUNCTION public.copy_quotation(p_id uuid, p_new_id uuid DEFAULT NULL::uuid, p_contact_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.copy_quotation($1, $2, $3)$function$;
grant execute on function public.copy_quotation(p_id uuid, p_new_id uuid, p_contact_id uuid) to authenticated;
grant execute on function public.copy_quotation(p_id uuid, p_new_id uuid, p_contact_id uuid) to service_role;
comment on function public.copy_quotation(p_id uuid, p_new_id uuid, p_contact_id uuid) is 'A new draft with the head, lines and costs of another one, for the same contact or p_contact_id. p_new_id: chosen by the
caller, so that a repeated call returns the same quotation. Returns the id.';

CREATE OR REPLACE FUNCTION public.copy_week(p_from date, p_to date)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.copy_week($1, $2)$function$;
grant execute on function public.copy_week(p_from date, p_to date) to authenticated;
grant execute on function public.copy_week(p_from date, p_to date) to service_role;
comment on function public.copy_week(p_from date, p_to date) is 'Copies the shifts of one week to another at the same clock times: {copied, there, skipped: [{user_id, starts_at, because}]}. Shifts that are there already are left alone, and those that clash are skipped.';

CREATE OR REPLACE FUNCTION public.count_contacts(p_text text DEFAULT NULL::text, p_kind text DEFAULT NULL::text, p_type_id uuid DEFAULT NULL::uuid, p_on_stop boolean DEFAULT false, p_archived boolean DEFAULT false)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.count_contacts($1, $2, $3, $4, $5)$function$;
grant execute on function public.count_contacts(p_text text, p_kind text, p_type_id uuid, p_on_stop boolean, p_archived boolean) to authenticated;
grant execute on function public.count_contacts(p_text text, p_kind text, p_type_id uuid, p_on_stop boolean, p_archived boolean) to service_role;
comment on function public.count_contacts(p_text text, p_kind text, p_type_id uuid, p_on_stop boolean, p_archived boolean) is 'How many contacts search_contacts finds on all its pages; 0 without the right to view contacts.';

CREATE OR REPLACE FUNCTION public.count_locations(p_text text DEFAULT NULL::text, p_business_id uuid DEFAULT NULL::uuid, p_has_point boolean DEFAULT NULL::boolean)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.count_locations($1, $2, $3)$function$;
grant execute on function public.count_locations(p_text text, p_business_id uuid, p_has_point boolean) to authenticated;
grant execute on function public.count_locations(p_text text, p_business_id uuid, p_has_point boolean) to service_role;
comment on function public.count_locations(p_text text, p_business_id uuid, p_has_point boolean) is 'How many locations search_locations finds on all its pages.';

CREATE OR REPLACE FUNCTION public.count_newcomers()
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.count_newcomers()$function$;
grant execute on function public.count_newcomers() to authenticated;
grant execute on function public.count_newcomers() to service_role;
comment on function public.count_newcomers() is 'How many people wait for verification, without those who were refused; 0 for who may not decide about them.';

CREATE OR REPLACE FUNCTION public.create_invoice(p_contact_id uuid, p_project_title text DEFAULT NULL::text, p_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.create_invoice($1, $2, $3)$function$;
grant execute on function public.create_invoice(p_contact_id uuid, p_project_title text, p_id uuid) to authenticated;
grant execute on function public.create_invoice(p_contact_id uuid, p_project_title text, p_id uuid) to service_role;
comment on function public.create_invoice(p_contact_id uuid, p_project_title text, p_id uuid) is 'An empty draft for a client, without an order. Its lines are written into invoice_items. Returns the id.';

CREATE OR REPLACE FUNCTION public.create_job(p_id uuid, p_title text, p_contact_id uuid DEFAULT NULL::uuid, p_service_id uuid DEFAULT NULL::uuid, p_qty numeric DEFAULT 1, p_unit text DEFAULT 'piece'::text, p_width_mm numeric DEFAULT NULL::numeric, p_height_mm numeric DEFAULT NULL::numeric, p_due_date date DEFAULT NULL::date, p_priority text DEFAULT 'normal'::text, p_details text DEFAULT NULL::text)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.create_job($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)$function$;
grant execute on function public.create_job(p_id uuid, p_title text, p_contact_id uuid, p_service_id uuid, p_qty numeric, p_unit text, p_width_mm numeric, p_height_mm numeric, p_due_date date, p_priority text, p_details text) to authenticated;
grant execute on function public.create_job(p_id uuid, p_title text, p_contact_id uuid, p_service_id uuid, p_qty numeric, p_unit text, p_width_mm numeric, p_height_mm numeric, p_due_date date, p_priority text, p_details text) to service_role;
comment on function public.create_job(p_id uuid, p_title text, p_contact_id uuid, p_service_id uuid, p_qty numeric, p_unit text, p_width_mm numeric, p_height_mm numeric, p_due_date date, p_priority text, p_details text) is 'A job that comes from no quotation, with the steps of its service. p_id is chosen by the caller: a repeated call makes one job.';

CREATE OR REPLACE FUNCTION public.create_jobs_of_quotation(p_quotation_id uuid, p_item_ids uuid[])
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.create_jobs_of_quotation($1, $2)$function$;
grant execute on function public.create_jobs_of_quotation(p_quotation_id uuid, p_item_ids uuid[]) to authenticated;
grant execute on function public.create_jobs_of_quotation(p_quotation_id uuid, p_item_ids uuid[]) to service_role;
comment on function public.create_jobs_of_quotation(p_quotation_id uuid, p_item_ids uuid[]) is 'A job for each of these lines that has none yet; how many were made. Before the approval a job belongs to the quotation and
joins the order with it.';

CREATE OR REPLACE FUNCTION public.create_quotation(p_contact_id uuid, p_project_title text DEFAULT NULL::text, p_id uuid DEFAULT NULL::uuid, p_person_id uuid DEFAULT NULL::uuid, p_location_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.create_quotation($1, $2, $3, $4, $5)$function$;
grant execute on function public.create_quotation(p_contact_id uuid, p_project_title text, p_id uuid, p_person_id uuid, p_location_id uuid) to authenticated;
grant execute on function public.create_quotation(p_contact_id uuid, p_project_title text, p_id uuid, p_person_id uuid, p_location_id uuid) to service_role;
comment on function public.create_quotation(p_contact_id uuid, p_project_title text, p_id uuid, p_person_id uuid, p_location_id uuid) is 'A new draft with the next number, the company''s terms and deposit. p_id: an id chosen by the caller, so that a repeated
call returns the same quotation. Returns the id.';

CREATE OR REPLACE FUNCTION public.create_statement(p_contact_id uuid, p_from date, p_to date, p_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.create_statement($1, $2, $3, $4)$function$;
grant execute on function public.create_statement(p_contact_id uuid, p_from date, p_to date, p_id uuid) to authenticated;
grant execute on function public.create_statement(p_contact_id uuid, p_from date, p_to date, p_id uuid) to service_role;
comment on function public.create_statement(p_contact_id uuid, p_from date, p_to date, p_id uuid) is 'Keeps a statement under a number, to be sent. p_id: chosen by the caller, so that a repeated call makes one. Returns the id.';

CREATE OR REPLACE FUNCTION public.credit_order(p_order_id uuid, p_reason text, p_shown text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.credit_order($1, $2, $3)$function$;
grant execute on function public.credit_order(p_order_id uuid, p_reason text, p_shown text) to authenticated;
grant execute on function public.credit_order(p_order_id uuid, p_reason text, p_shown text) to service_role;
comment on function public.credit_order(p_order_id uuid, p_reason text, p_shown text) is 'Credits everything that was invoiced of an order and is not credited: invoices and parts, then deposits. By VAT rate, invoices
less credit notes are 0.00 afterwards. What was paid is credit of the client and can be refunded. p_shown: the gross amount that the person
saw; another one is refused. A second call credits nothing. Returns {net, vat, gross, freed, papers, rates}, amounts as text.';

CREATE OR REPLACE FUNCTION public.decide_absence(p_id uuid, p_status text, p_answer text DEFAULT NULL::text, p_clear_shifts boolean DEFAULT false)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.decide_absence($1, $2, $3, $4)$function$;
grant execute on function public.decide_absence(p_id uuid, p_status text, p_answer text, p_clear_shifts boolean) to authenticated;
grant execute on function public.decide_absence(p_id uuid, p_status text, p_answer text, p_clear_shifts boolean) to service_role;
comment on function public.decide_absence(p_id uuid, p_status text, p_answer text, p_clear_shifts boolean) is 'Approves a request for leave, or refuses it with a reason; the person is told. Shifts in it refuse the approval unless p_clear_shifts removes them.';

CREATE OR REPLACE FUNCTION public.decide_commissions(p_ids uuid[], p_to text, p_paid_on date DEFAULT NULL::date)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.decide_commissions($1, $2, $3)$function$;
grant execute on function public.decide_commissions(p_ids uuid[], p_to text, p_paid_on date) to authenticated;
grant execute on function public.decide_commissions(p_ids uuid[], p_to text, p_paid_on date) to service_role;
comment on function public.decide_commissions(p_ids uuid[], p_to text, p_paid_on date) is 'Approves, pays or opens commissions, all or none: open → approved → paid; approved → open. Answers how many changed.';

CREATE OR REPLACE FUNCTION public.decide_refund(p_id uuid, p_went_back boolean)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.decide_refund($1, $2)$function$;
grant execute on function public.decide_refund(p_id uuid, p_went_back boolean) to authenticated;
grant execute on function public.decide_refund(p_id uuid, p_went_back boolean) to service_role;
comment on function public.decide_refund(p_id uuid, p_went_back boolean) is 'The bank did not answer, and a person looked there: the money went back and is recorded, or it did not and is free again.';

CREATE OR REPLACE FUNCTION public.decide_run_account(p_item_id uuid, p_iban text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.decide_run_account($1, $2)$function$;
grant execute on function public.decide_run_account(p_item_id uuid, p_iban text) to authenticated;
grant execute on function public.decide_run_account(p_item_id uuid, p_iban text) to service_role;
comment on function public.decide_run_account(p_item_id uuid, p_iban text) is 'A person says which account is paid after it changed: the one that was prepared, or the new one. That person does not
approve the run.';

CREATE OR REPLACE FUNCTION public.deliver_drop(p_delivery_id uuid, p_items jsonb DEFAULT NULL::jsonb, p_received_by text DEFAULT NULL::text, p_signature text DEFAULT NULL::text, p_photo_paths text[] DEFAULT '{}'::text[], p_drop_id uuid DEFAULT NULL::uuid, p_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_lat double precision DEFAULT NULL::double precision, p_lng double precision DEFAULT NULL::double precision)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.deliver_drop($1, $2, $3, $4, $5, $6, $7, $8, $9)$function$;
grant execute on function public.deliver_drop(p_delivery_id uuid, p_items jsonb, p_received_by text, p_signature text, p_photo_paths text[], p_drop_id uuid, p_at timestamp with time zone, p_lat double precision, p_lng double precision) to authenticated;
grant execute on function public.deliver_drop(p_delivery_id uuid, p_items jsonb, p_received_by text, p_signature text, p_photo_paths text[], p_drop_id uuid, p_at timestamp with time zone, p_lat double precision, p_lng double precision) to service_role;
comment on function public.deliver_drop(p_delivery_id uuid, p_items jsonb, p_received_by text, p_signature text, p_photo_paths text[], p_drop_id uuid, p_at timestamp with time zone, p_lat double precision, p_lng double precision) is 'Quantities of a delivery are handed over. p_items: [{delivery_item_id, qty}], null for all that is left. A drop that does
not bring everything at once becomes a partial delivery (DN-2026-0077/1). More than is left is refused in words. p_drop_id:
chosen by the caller, so that a repeated call changes nothing. p_photo_paths: files of delivery-photos. p_at: when it happened,
for a phone that had no network; see moment_of_drop. p_lat, p_lng: where. Returns status, partial_id and partial_number.';

CREATE OR REPLACE FUNCTION public.deposit_to_free(p_order_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.deposit_to_free($1)$function$;
grant execute on function public.deposit_to_free(p_order_id uuid) to authenticated;
grant execute on function public.deposit_to_free(p_order_id uuid) to service_role;
comment on function public.deposit_to_free(p_order_id uuid) is 'What was paid as deposits of an order and is not credited: cancelling the order makes it credit of the client. Amount as text.';

CREATE OR REPLACE FUNCTION public.document_transitions(p_kind text DEFAULT NULL::text)
 RETURNS TABLE(kind text, from_status text, to_status text, through text, page text, action text, needs text, causes text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select * from private.document_transitions($1)$function$;
grant execute on function public.document_transitions(p_kind text) to authenticated;
grant execute on function public.document_transitions(p_kind text) to service_role;
comment on function public.document_transitions(p_kind text) is 'The changes of status that exist, for buttons: through is the function to call, null where the status itself is updated.';

CREATE OR REPLACE FUNCTION public.duplicate_item(p_id uuid, p_from uuid, p_sku text, p_name text, p_width_mm numeric DEFAULT NULL::numeric, p_length_mm numeric DEFAULT NULL::numeric, p_thickness_mm numeric DEFAULT NULL::numeric, p_color_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.duplicate_item($1, $2, $3, $4, $5, $6, $7, $8)$function$;
grant execute on function public.duplicate_item(p_id uuid, p_from uuid, p_sku text, p_name text, p_width_mm numeric, p_length_mm numeric, p_thickness_mm numeric, p_color_id uuid) to authenticated;
grant execute on function public.duplicate_item(p_id uuid, p_from uuid, p_sku text, p_name text, p_width_mm numeric, p_length_mm numeric, p_thickness_mm numeric, p_color_id uuid) to service_role;
comment on function public.duplicate_item(p_id uuid, p_from uuid, p_sku text, p_name text, p_width_mm numeric, p_length_mm numeric, p_thickness_mm numeric, p_color_id uuid) is 'A copy of an item in another size or colour, without stock. Its cost is copied for holders of view_financial_data. p_id is
chosen by the caller: a repeated call makes one item.';

CREATE OR REPLACE FUNCTION public.expire_quotations()
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.expire_quotations()$function$;
grant execute on function public.expire_quotations() to service_role;
comment on function public.expire_quotations() is 'Sent quotations whose last valid day has passed → expired. Called once an hour by the schedule.';

CREATE OR REPLACE FUNCTION public.export_payment_run(p_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.export_payment_run($1)$function$;
grant execute on function public.export_payment_run(p_id uuid) to authenticated;
grant execute on function public.export_payment_run(p_id uuid) to service_role;
comment on function public.export_payment_run(p_id uuid) is 'What the file of the bank says. The first call draws its message id; later ones answer the same, so that the bank takes it
once. Amounts are text.';

CREATE OR REPLACE FUNCTION public.fail_delivery(p_delivery_id uuid, p_reason text, p_try_id uuid, p_photo_paths text[] DEFAULT '{}'::text[], p_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.fail_delivery($1, $2, $3, $4, $5)$function$;
grant execute on function public.fail_delivery(p_delivery_id uuid, p_reason text, p_try_id uuid, p_photo_paths text[], p_at timestamp with time zone) to authenticated;
grant execute on function public.fail_delivery(p_delivery_id uuid, p_reason text, p_try_id uuid, p_photo_paths text[], p_at timestamp with time zone) to service_role;
comment on function public.fail_delivery(p_delivery_id uuid, p_reason text, p_try_id uuid, p_photo_paths text[], p_at timestamp with time zone) is 'Nobody could receive it: the delivery failed, its quantities are free, it has no van any more, and who planned and who sold
it are told (spec 2 §3). p_try_id: chosen by the caller, so that a repeated call changes nothing. p_at: see moment_of_drop.';

CREATE OR REPLACE FUNCTION public.fail_payment_request(p_request_id uuid, p_failure text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.fail_payment_request($1, $2)$function$;
grant execute on function public.fail_payment_request(p_request_id uuid, p_failure text) to service_role;
comment on function public.fail_payment_request(p_request_id uuid, p_failure text) is 'For the service key: the payment was refused or left; the request is open for another try, at the same order.';

CREATE OR REPLACE FUNCTION public.figures_of_the_day()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.figures_of_the_day()$function$;
grant execute on function public.figures_of_the_day() to authenticated;
grant execute on function public.figures_of_the_day() to service_role;
comment on function public.figures_of_the_day() is 'What of the figures somebody acts on today, as far as they may see it; a missing key is not theirs. my_drops (count, left) and
follow_ups are of the caller; late_jobs, to_invoice and overdue are those of private.analytics_rows. Amounts are text.';

CREATE OR REPLACE FUNCTION public.finish_step(p_id uuid, p_good numeric DEFAULT NULL::numeric, p_waste numeric DEFAULT NULL::numeric, p_material jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.finish_step($1, $2, $3, $4)$function$;
grant execute on function public.finish_step(p_id uuid, p_good numeric, p_waste numeric, p_material jsonb) to authenticated;
grant execute on function public.finish_step(p_id uuid, p_good numeric, p_waste numeric, p_material jsonb) to service_role;
comment on function public.finish_step(p_id uuid, p_good numeric, p_waste numeric, p_material jsonb) is 'A step is done: how many pieces are good and how many were wasted; null good: all that came in. Good and wasted are at most what came
good from the steps before; every timer of it is completed. p_material: as in book_material, what the step took. A second call
changes nothing.';

CREATE OR REPLACE FUNCTION public.fix_quotation_status(p_id uuid, p_status text, p_reason text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.fix_quotation_status($1, $2, $3)$function$;
grant execute on function public.fix_quotation_status(p_id uuid, p_status text, p_reason text) to authenticated;
grant execute on function public.fix_quotation_status(p_id uuid, p_status text, p_reason text) to service_role;
comment on function public.fix_quotation_status(p_id uuid, p_status text, p_reason text) is 'For admins: sets a status that no transition leads to, with a reason in the story and a line in the audit trail. It makes
no order and removes none.';

CREATE OR REPLACE FUNCTION public.free_slots(p_type text, p_from date, p_days integer, p_holder uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.free_slots($1, $2, $3, $4)$function$;
grant execute on function public.free_slots(p_type text, p_from date, p_days integer, p_holder uuid) to anon;
grant execute on function public.free_slots(p_type text, p_from date, p_days integer, p_holder uuid) to authenticated;
grant execute on function public.free_slots(p_type text, p_from date, p_days integer, p_holder uuid) to service_role;
comment on function public.free_slots(p_type text, p_from date, p_days integer, p_holder uuid) is 'The free times of an appointment from a day on (42 days at most), with the time zone of the company. What the caller holds counts as free. Null for an unknown type.';

CREATE OR REPLACE FUNCTION public.get_booking(p_holder uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.get_booking($1)$function$;
grant execute on function public.get_booking(p_holder uuid) to anon;
grant execute on function public.get_booking(p_holder uuid) to authenticated;
grant execute on function public.get_booking(p_holder uuid) to service_role;
comment on function public.get_booking(p_holder uuid) is 'The appointment of a link; null where there is none.';

CREATE OR REPLACE FUNCTION public.get_booking_types()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.get_booking_types()$function$;
grant execute on function public.get_booking_types() to anon;
grant execute on function public.get_booking_types() to authenticated;
grant execute on function public.get_booking_types() to service_role;
comment on function public.get_booking_types() is 'What visitors can book.';

CREATE OR REPLACE FUNCTION public.get_brief(p_link uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.get_brief($1)$function$;
grant execute on function public.get_brief(p_link uuid) to anon;
grant execute on function public.get_brief(p_link uuid) to authenticated;
grant execute on function public.get_brief(p_link uuid) to service_role;
comment on function public.get_brief(p_link uuid) is 'The brief of a link; null where there is none.';

CREATE OR REPLACE FUNCTION public.get_job_mockups(p_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.get_job_mockups($1)$function$;
grant execute on function public.get_job_mockups(p_id uuid) to authenticated;
grant execute on function public.get_job_mockups(p_id uuid) to service_role;
comment on function public.get_job_mockups(p_id uuid) is 'For staff: mockups of the jobs of a quotation by its public uuid, or of one job by its id, with drafts. Null when nothing is there.';

CREATE OR REPLACE FUNCTION public.get_payment_request(p_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.get_payment_request($1)$function$;
grant execute on function public.get_payment_request(p_id uuid) to anon;
grant execute on function public.get_payment_request(p_id uuid) to authenticated;
grant execute on function public.get_payment_request(p_id uuid) to service_role;
comment on function public.get_payment_request(p_id uuid) is 'What the payment page shows: the state of a request by its id; null for an unknown one. The amount is text.';

CREATE OR REPLACE FUNCTION public.get_public_credit_note(p_uuid uuid, p_visit text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.get_public_credit_note($1, $2)$function$;
grant execute on function public.get_public_credit_note(p_uuid uuid, p_visit text) to anon;
grant execute on function public.get_public_credit_note(p_uuid uuid, p_visit text) to authenticated;
grant execute on function public.get_public_credit_note(p_uuid uuid, p_visit text) to service_role;
comment on function public.get_public_credit_note(p_uuid uuid, p_visit text) is 'An issued credit note by its link, numbers as text; null for a wrong, revoked or unissued one alike.';

CREATE OR REPLACE FUNCTION public.get_public_delivery(p_uuid uuid, p_visit text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.get_public_delivery($1, $2)$function$;
grant execute on function public.get_public_delivery(p_uuid uuid, p_visit text) to anon;
grant execute on function public.get_public_delivery(p_uuid uuid, p_visit text) to authenticated;
grant execute on function public.get_public_delivery(p_uuid uuid, p_visit text) to service_role;
comment on function public.get_public_delivery(p_uuid uuid, p_visit text) is 'A delivery note with its drops by its link, quantities as text, prices only where they are shown; null for a wrong, revoked
or cancelled one alike.';

CREATE OR REPLACE FUNCTION public.get_public_home()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.get_public_home()$function$;
grant execute on function public.get_public_home() to anon;
grant execute on function public.get_public_home() to authenticated;
grant execute on function public.get_public_home() to service_role;
comment on function public.get_public_home() is 'What the home page shows: services, the newest tips and reviews, and the average of all reviews.';

CREATE OR REPLACE FUNCTION public.get_public_invoice(p_uuid uuid, p_visit text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.get_public_invoice($1, $2)$function$;
grant execute on function public.get_public_invoice(p_uuid uuid, p_visit text) to anon;
grant execute on function public.get_public_invoice(p_uuid uuid, p_visit text) to authenticated;
grant execute on function public.get_public_invoice(p_uuid uuid, p_visit text) to service_role;
comment on function public.get_public_invoice(p_uuid uuid, p_visit text) is 'An issued invoice by its link, numbers as text; null for a wrong, revoked or unissued one alike.';

CREATE OR REPLACE FUNCTION public.get_public_mockups(p_uuid uuid, p_visit text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.get_public_mockups($1, $2)$function$;
grant execute on function public.get_public_mockups(p_uuid uuid, p_visit text) to anon;
grant execute on function public.get_public_mockups(p_uuid uuid, p_visit text) to authenticated;
grant execute on function public.get_public_mockups(p_uuid uuid, p_visit text) to service_role;
comment on function public.get_public_mockups(p_uuid uuid, p_visit text) is 'What the holder of a link may read of mockups: versions that were sent, with pages, pins and answers. Null for a wrong or
closed link. p_visit as in get_public_quotation.';

CREATE OR REPLACE FUNCTION public.get_public_partial_delivery(p_uuid uuid, p_visit text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.get_public_partial_delivery($1, $2)$function$;
grant execute on function public.get_public_partial_delivery(p_uuid uuid, p_visit text) to anon;
grant execute on function public.get_public_partial_delivery(p_uuid uuid, p_visit text) to authenticated;
grant execute on function public.get_public_partial_delivery(p_uuid uuid, p_visit text) to service_role;
comment on function public.get_public_partial_delivery(p_uuid uuid, p_visit text) is 'The delivery of one drop by the drop''s link, with drop naming it; no row for a wrong one, null for a revoked delivery.';

CREATE OR REPLACE FUNCTION public.get_public_policy(p_kind text, p_version integer DEFAULT NULL::integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.get_public_policy($1, $2)$function$;
grant execute on function public.get_public_policy(p_kind text, p_version integer) to anon;
grant execute on function public.get_public_policy(p_kind text, p_version integer) to authenticated;
grant execute on function public.get_public_policy(p_kind text, p_version integer) to service_role;
comment on function public.get_public_policy(p_kind text, p_version integer) is 'A legal text with the days of all its versions: the one that holds, or p_version. Null where there is none.';

CREATE OR REPLACE FUNCTION public.get_public_post(p_slug text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.get_public_post($1)$function$;
grant execute on function public.get_public_post(p_slug text) to anon;
grant execute on function public.get_public_post(p_slug text) to authenticated;
grant execute on function public.get_public_post(p_slug text) to service_role;
comment on function public.get_public_post(p_slug text) is 'One published post with its text and what to read next; {moved_to} for an address it had before; null for any other.';

CREATE OR REPLACE FUNCTION public.get_public_posts()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.get_public_posts()$function$;
grant execute on function public.get_public_posts() to anon;
grant execute on function public.get_public_posts() to authenticated;
grant execute on function public.get_public_posts() to service_role;
comment on function public.get_public_posts() is 'The published tips and news, the newest first, 200 at most.';

CREATE OR REPLACE FUNCTION public.get_public_product(p_slug text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.get_public_product($1)$function$;
grant execute on function public.get_public_product(p_slug text) to anon;
grant execute on function public.get_public_product(p_slug text) to authenticated;
grant execute on function public.get_public_product(p_slug text) to service_role;
comment on function public.get_public_product(p_slug text) is 'A public product by its address or id, with options, quantity discounts and pictures; null for any other.';

CREATE OR REPLACE FUNCTION public.get_public_service(p_slug text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.get_public_service($1)$function$;
grant execute on function public.get_public_service(p_slug text) to anon;
grant execute on function public.get_public_service(p_slug text) to authenticated;
grant execute on function public.get_public_service(p_slug text) to service_role;
comment on function public.get_public_service(p_slug text) is 'One public service with its price breaks, options, reviews and tips; null for any other.';

CREATE OR REPLACE FUNCTION public.get_public_services()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.get_public_services()$function$;
grant execute on function public.get_public_services() to anon;
grant execute on function public.get_public_services() to authenticated;
grant execute on function public.get_public_services() to service_role;
comment on function public.get_public_services() is 'The services of the public site, in their order.';

CREATE OR REPLACE FUNCTION public.get_public_statement(p_uuid uuid, p_visit text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.get_public_statement($1, $2)$function$;
grant execute on function public.get_public_statement(p_uuid uuid, p_visit text) to anon;
grant execute on function public.get_public_statement(p_uuid uuid, p_visit text) to authenticated;
grant execute on function public.get_public_statement(p_uuid uuid, p_visit text) to service_role;
comment on function public.get_public_statement(p_uuid uuid, p_visit text) is 'A statement by its link, as it was made; null for a wrong or revoked one alike.';

CREATE OR REPLACE FUNCTION public.get_site_banners(p_placement text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.get_site_banners($1)$function$;
grant execute on function public.get_site_banners(p_placement text) to anon;
grant execute on function public.get_site_banners(p_placement text) to authenticated;
grant execute on function public.get_site_banners(p_placement text) to service_role;
comment on function public.get_site_banners(p_placement text) is 'The banners that show today at a place: home, services, tips, or any other page.';

CREATE OR REPLACE FUNCTION public.hold_job(p_id uuid, p_reason text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.hold_job($1, $2)$function$;
grant execute on function public.hold_job(p_id uuid, p_reason text) to authenticated;
grant execute on function public.hold_job(p_id uuid, p_reason text) to service_role;
comment on function public.hold_job(p_id uuid, p_reason text) is 'Puts a job on hold, with a reason. It goes on by release_job.';

CREATE OR REPLACE FUNCTION public.hold_order(p_id uuid, p_reason text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.hold_order($1, $2)$function$;
grant execute on function public.hold_order(p_id uuid, p_reason text) to authenticated;
grant execute on function public.hold_order(p_id uuid, p_reason text) to service_role;
comment on function public.hold_order(p_id uuid, p_reason text) is 'Puts an open order on hold, with a reason. It goes on by release_order.';

CREATE OR REPLACE FUNCTION public.hold_slot(p_type text, p_starts_at timestamp with time zone, p_holder uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.hold_slot($1, $2, $3)$function$;
grant execute on function public.hold_slot(p_type text, p_starts_at timestamp with time zone, p_holder uuid) to anon;
grant execute on function public.hold_slot(p_type text, p_starts_at timestamp with time zone, p_holder uuid) to authenticated;
grant execute on function public.hold_slot(p_type text, p_starts_at timestamp with time zone, p_holder uuid) to service_role;
comment on function public.hold_slot(p_type text, p_starts_at timestamp with time zone, p_holder uuid) is 'Holds a free time for five minutes for whoever fills in the form, and releases the time that the holder held before. A time that somebody else has is refused with PT409.';

CREATE OR REPLACE FUNCTION public.ignore_bank_entries(p_ids uuid[], p_reason text)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.ignore_bank_entries($1, $2)$function$;
grant execute on function public.ignore_bank_entries(p_ids uuid[], p_reason text) to authenticated;
grant execute on function public.ignore_bank_entries(p_ids uuid[], p_reason text) to service_role;
comment on function public.ignore_bank_entries(p_ids uuid[], p_reason text) is 'Entries that belong to nobody in the books, with one reason. Those that somebody decided about stay as they are. How many were ignored.';

CREATE OR REPLACE FUNCTION public.ignore_bank_entry(p_id uuid, p_reason text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.ignore_bank_entry($1, $2)$function$;
grant execute on function public.ignore_bank_entry(p_id uuid, p_reason text) to authenticated;
grant execute on function public.ignore_bank_entry(p_id uuid, p_reason text) to service_role;
comment on function public.ignore_bank_entry(p_id uuid, p_reason text) is 'An entry that belongs to no client, with the reason. Nothing is recorded.';

CREATE OR REPLACE FUNCTION public.import_bank_file(p_id uuid, p_file jsonb, p_entries jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.import_bank_file($1, $2, $3)$function$;
grant execute on function public.import_bank_file(p_id uuid, p_file jsonb, p_entries jsonb) to authenticated;
grant execute on function public.import_bank_file(p_id uuid, p_file jsonb, p_entries jsonb) to service_role;
comment on function public.import_bank_file(p_id uuid, p_file jsonb, p_entries jsonb) is 'Keeps the booked entries of a bank statement, all or none. p_file: {file_name, format (camt or csv), account_iban, currency,
opening, closing}; p_entries: [{booked_on, value_on, direction (in or out), amount, currency, party_name, party_iban, remittance,
end_to_end, bank_reference}], amounts as text. The same content, and a file of which every entry is known, are refused in
words; entries that an earlier file brought are left out. p_id: chosen by the caller, so that a repeated call imports once.
Returns {id, entries, known}.';

CREATE OR REPLACE FUNCTION public.invoice_totals(p_on date, p_status text DEFAULT NULL::text, p_contact_id uuid DEFAULT NULL::uuid, p_overdue boolean DEFAULT false, p_text text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.invoice_totals($1, $2, $3, $4, $5)$function$;
grant execute on function public.invoice_totals(p_on date, p_status text, p_contact_id uuid, p_overdue boolean, p_text text) to authenticated;
grant execute on function public.invoice_totals(p_on date, p_status text, p_contact_id uuid, p_overdue boolean, p_text text) to service_role;
comment on function public.invoice_totals(p_on date, p_status text, p_contact_id uuid, p_overdue boolean, p_text text) is 'Sums over the list of invoices with these filters: gross of all, balance and overdue (due before p_on) of the issued ones.
Void and pro forma ones do not count. Amounts are text.';

CREATE OR REPLACE FUNCTION public.issue_credit_note(p_id uuid)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.issue_credit_note($1)$function$;
grant execute on function public.issue_credit_note(p_id uuid) to authenticated;
grant execute on function public.issue_credit_note(p_id uuid) to service_role;
comment on function public.issue_credit_note(p_id uuid) is 'Draft → issued: draws the number and lowers its invoice as far as that is open; the rest is credit of the client. A second
call returns the same number. Returns the number.';

CREATE OR REPLACE FUNCTION public.issue_invoice(p_id uuid)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.issue_invoice($1)$function$;
grant execute on function public.issue_invoice(p_id uuid) to authenticated;
grant execute on function public.issue_invoice(p_id uuid) to service_role;
comment on function public.issue_invoice(p_id uuid) is 'Draft → issued: draws the number, sets the dates (due by the client''s terms) and freezes lines, VAT table and the facts of
company and client. A second call returns the same number. Returns the number.';

CREATE OR REPLACE FUNCTION public.job_document(p_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.job_document($1)$function$;
grant execute on function public.job_document(p_id uuid) to authenticated;
grant execute on function public.job_document(p_id uuid) to service_role;
comment on function public.job_document(p_id uuid) is 'What stands on the ticket of a job. Numbers are text. Null when it is not there.';

CREATE OR REPLACE FUNCTION public.job_effort(p_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.job_effort($1)$function$;
grant execute on function public.job_effort(p_id uuid) to authenticated;
grant execute on function public.job_effort(p_id uuid) to service_role;
comment on function public.job_effort(p_id uuid) is 'Time that was worked for a job; for holders of view_financial_data also material and what was quoted, and for those of them who
hold manage_wage_rates labour. Amounts are text. remakes: the same of all jobs that make pieces of it again; it is not in the
figures of the job itself.';

CREATE OR REPLACE FUNCTION public.keep_offcut(p_id uuid, p_item_id uuid, p_width_mm numeric, p_length_mm numeric, p_job_id uuid DEFAULT NULL::uuid, p_bin text DEFAULT NULL::text)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.keep_offcut($1, $2, $3, $4, $5, $6)$function$;
grant execute on function public.keep_offcut(p_id uuid, p_item_id uuid, p_width_mm numeric, p_length_mm numeric, p_job_id uuid, p_bin text) to authenticated;
grant execute on function public.keep_offcut(p_id uuid, p_item_id uuid, p_width_mm numeric, p_length_mm numeric, p_job_id uuid, p_bin text) to service_role;
comment on function public.keep_offcut(p_id uuid, p_item_id uuid, p_width_mm numeric, p_length_mm numeric, p_job_id uuid, p_bin text) is 'Keeps a piece that is left over. p_id is chosen by the caller: a repeated call keeps one.';

CREATE OR REPLACE FUNCTION public.keep_visit(p_uuid uuid, p_visit text, p_place text DEFAULT 'quotation'::text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.keep_visit($1, $2, $3)$function$;
grant execute on function public.keep_visit(p_uuid uuid, p_visit text, p_place text) to anon;
grant execute on function public.keep_visit(p_uuid uuid, p_visit text, p_place text) to authenticated;
grant execute on function public.keep_visit(p_uuid uuid, p_visit text, p_place text) to service_role;
comment on function public.keep_visit(p_uuid uuid, p_visit text, p_place text) is 'The page of a link says every 20 seconds that it is in front of somebody. Staff and links that open nothing leave no trace;
200 visits a day and quotation at most.';

CREATE OR REPLACE FUNCTION public.late_jobs()
 RETURNS SETOF public.jobs
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select * from private.late_jobs()$function$;
grant execute on function public.late_jobs() to authenticated;
grant execute on function public.late_jobs() to service_role;
comment on function public.late_jobs() is 'Jobs that are not ready and whose day is over by the clock of the company, for whoever may read jobs.';

CREATE OR REPLACE FUNCTION public.late_orders()
 RETURNS SETOF public.orders
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select * from private.late_orders()$function$;
grant execute on function public.late_orders() to authenticated;
grant execute on function public.late_orders() to service_role;
comment on function public.late_orders() is 'Orders that are not handed over and whose day is over by the clock of the company, for whoever may view orders.';

CREATE OR REPLACE FUNCTION public.leave_review(p_name text, p_rating integer, p_body text, p_email text DEFAULT NULL::text, p_company text DEFAULT NULL::text, p_service text DEFAULT NULL::text, p_trap text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.leave_review($1, $2, $3, $4, $5, $6, $7)$function$;
grant execute on function public.leave_review(p_name text, p_rating integer, p_body text, p_email text, p_company text, p_service text, p_trap text) to anon;
grant execute on function public.leave_review(p_name text, p_rating integer, p_body text, p_email text, p_company text, p_service text, p_trap text) to authenticated;
grant execute on function public.leave_review(p_name text, p_rating integer, p_body text, p_email text, p_company text, p_service text, p_trap text) to service_role;
comment on function public.leave_review(p_name text, p_rating integer, p_body text, p_email text, p_company text, p_service text, p_trap text) is 'A review by a visitor; it waits until the office publishes it. The same words count once a day.';

CREATE OR REPLACE FUNCTION public.ledger(p_side text, p_from date, p_to date)
 RETURNS TABLE(on_date date, number text, kind text, client_name text, vat_number text, country text, vat_rate text, vat_treatment text, net text, vat text, gross text, currency text, description text, cost_account text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select * from private.ledger($1, $2, $3)$function$;
grant execute on function public.ledger(p_side text, p_from date, p_to date) to authenticated;
grant execute on function public.ledger(p_side text, p_from date, p_to date) to service_role;
comment on function public.ledger(p_side text, p_from date, p_to date) is 'The ledger of sales (invoices and credit notes by VAT rate) or of purchases (the lines of bills, with their cost account) for the
accountant; days are included, amounts are text. Drafts, void and pro forma papers and disputed invoices are not in it.';

CREATE OR REPLACE FUNCTION public.lines_to_deliver(p_order_id uuid, p_delivery_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(order_item_id uuid, description text, details text, unit text, ordered text, before text, on_the_way text, now text, handed_over text, left_over text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select * from private.lines_to_deliver($1, $2)$function$;
grant execute on function public.lines_to_deliver(p_order_id uuid, p_delivery_id uuid) to authenticated;
grant execute on function public.lines_to_deliver(p_order_id uuid, p_delivery_id uuid) to service_role;
comment on function public.lines_to_deliver(p_order_id uuid, p_delivery_id uuid) is 'The lines of an order as its deliveries are planned, quantities as text: ordered; before: delivered or planned by the other
deliveries, on_the_way of it is only planned; now and handed_over: of p_delivery_id; left_over: what this one may bring at most.';

CREATE OR REPLACE FUNCTION public.list_public_products()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.list_public_products()$function$;
grant execute on function public.list_public_products() to anon;
grant execute on function public.list_public_products() to authenticated;
grant execute on function public.list_public_products() to service_role;
comment on function public.list_public_products() is 'The public products in the order of the list, each with its first picture.';

CREATE OR REPLACE FUNCTION public.loss_reasons(p_from date, p_to date, p_owner uuid DEFAULT NULL::uuid)
 RETURNS TABLE(reason text, quotations bigint, net text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select * from private.loss_reasons($1, $2, $3)$function$;
grant execute on function public.loss_reasons(p_from date, p_to date, p_owner uuid) to authenticated;
grant execute on function public.loss_reasons(p_from date, p_to date, p_owner uuid) to service_role;
comment on function public.loss_reasons(p_from date, p_to date, p_owner uuid) is 'Lost offers by reason, from p_from to p_to inclusive; the reason is null where nobody said it. Nets are text.';

CREATE OR REPLACE FUNCTION public.mail_contacts(p_kind text, p_id uuid)
 RETURNS TABLE(email text, name text, is_first boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select * from private.mail_contacts($1, $2)$function$;
grant execute on function public.mail_contacts(p_kind text, p_id uuid) to authenticated;
grant execute on function public.mail_contacts(p_kind text, p_id uuid) to service_role;
comment on function public.mail_contacts(p_kind text, p_id uuid) is 'As mail_contacts_of, for people who may view the document.';

CREATE OR REPLACE FUNCTION public.mail_language(p_kind text, p_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.mail_language($1, $2)$function$;
grant execute on function public.mail_language(p_kind text, p_id uuid) to authenticated;
grant execute on function public.mail_language(p_kind text, p_id uuid) to service_role;
comment on function public.mail_language(p_kind text, p_id uuid) is 'As mail_language_of, for people who may view the document; null for others.';

CREATE OR REPLACE FUNCTION public.mail_paper(p_kind text, p_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.mail_paper($1, $2)$function$;
grant execute on function public.mail_paper(p_kind text, p_id uuid) to service_role;
comment on function public.mail_paper(p_kind text, p_id uuid) is 'For the service key: a document as its link shows it, for the PDF of a mail. It counts as no visit. Null: its link opens nothing.';

CREATE OR REPLACE FUNCTION public.mail_variables(p_kind text)
 RETURNS TABLE(name text, label text, type text, example text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select * from private.mail_variables($1)$function$;
grant execute on function public.mail_variables(p_kind text) to authenticated;
grant execute on function public.mail_variables(p_kind text) to service_role;
comment on function public.mail_variables(p_kind text) is 'What a template of that kind may use, for the editor. type says how a value is written.';

CREATE OR REPLACE FUNCTION public.make_credit_note(p_invoice_id uuid, p_reason text, p_lines jsonb DEFAULT NULL::jsonb, p_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.make_credit_note($1, $2, $3, $4)$function$;
grant execute on function public.make_credit_note(p_invoice_id uuid, p_reason text, p_lines jsonb, p_id uuid) to authenticated;
grant execute on function public.make_credit_note(p_invoice_id uuid, p_reason text, p_lines jsonb, p_id uuid) to service_role;
comment on function public.make_credit_note(p_invoice_id uuid, p_reason text, p_lines jsonb, p_id uuid) is 'A draft that takes back lines of an issued invoice. p_lines: [{invoice_item_id, qty}], null for all that is not credited. No
more than was invoiced, in words. p_id: chosen by the caller, so that a repeated call returns the same draft. Returns the id.';

CREATE OR REPLACE FUNCTION public.make_invoice(p_order_ids uuid[], p_id uuid DEFAULT NULL::uuid, p_whole boolean DEFAULT false)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.make_invoice($1, $2, $3)$function$;
grant execute on function public.make_invoice(p_order_ids uuid[], p_id uuid, p_whole boolean) to authenticated;
grant execute on function public.make_invoice(p_order_ids uuid[], p_id uuid, p_whole boolean) to service_role;
comment on function public.make_invoice(p_order_ids uuid[], p_id uuid, p_whole boolean) is 'A draft of what is delivered and not invoiced of these orders of one client, with their deposits deducted. p_whole: all
that is not invoiced, delivered or not. p_id: chosen by the caller, so that a repeated call returns the same draft. Returns
the id.';

CREATE OR REPLACE FUNCTION public.make_recurring()
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.make_recurring()$function$;
grant execute on function public.make_recurring() to service_role;
comment on function public.make_recurring() is 'Makes what is due of every recurring payment: draft invoices and scheduled invoices of suppliers, each period once. Called
once an hour by the schedule; whatever was missed is made up for. Answers how many.';

CREATE OR REPLACE FUNCTION public.mark_sent(p_kind text, p_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.mark_sent($1, $2)$function$;
grant execute on function public.mark_sent(p_kind text, p_id uuid) to authenticated;
grant execute on function public.mark_sent(p_kind text, p_id uuid) to service_role;
comment on function public.mark_sent(p_kind text, p_id uuid) is 'The link of an invoice, credit note or statement was given to the client: sent_at and one event. A second call changes nothing.';

CREATE OR REPLACE FUNCTION public.mockup_contacts(p_job_id uuid)
 RETURNS TABLE(email text, name text, is_first boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select * from private.mockup_contacts($1)$function$;
grant execute on function public.mockup_contacts(p_job_id uuid) to authenticated;
grant execute on function public.mockup_contacts(p_job_id uuid) to service_role;
comment on function public.mockup_contacts(p_job_id uuid) is 'Who a mockup may go to: the people of the quotation of its job. For whoever may change jobs.';

CREATE OR REPLACE FUNCTION public.move_booking(p_holder uuid, p_starts_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.move_booking($1, $2)$function$;
grant execute on function public.move_booking(p_holder uuid, p_starts_at timestamp with time zone) to anon;
grant execute on function public.move_booking(p_holder uuid, p_starts_at timestamp with time zone) to authenticated;
grant execute on function public.move_booking(p_holder uuid, p_starts_at timestamp with time zone) to service_role;
comment on function public.move_booking(p_holder uuid, p_starts_at timestamp with time zone) is 'Moves an appointment to another free time by its link. The row and its link stay.';

CREATE OR REPLACE FUNCTION public.move_job(p_id uuid, p_from text, p_to text, p_steps jsonb DEFAULT NULL::jsonb)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.move_job($1, $2, $3, $4)$function$;
grant execute on function public.move_job(p_id uuid, p_from text, p_to text, p_steps jsonb) to authenticated;
grant execute on function public.move_job(p_id uuid, p_from text, p_to text, p_steps jsonb) to service_role;
comment on function public.move_job(p_id uuid, p_from text, p_to text, p_steps jsonb) is 'Moves a job from the stage that the person saw to another one. PT409 where it stands elsewhere by now: the message says who
moved it and where to, the detail is the status. p_steps: what became of the open steps, as in answer_steps.';

CREATE OR REPLACE FUNCTION public.move_offcut(p_id uuid, p_to text, p_job_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.move_offcut($1, $2, $3)$function$;
grant execute on function public.move_offcut(p_id uuid, p_to text, p_job_id uuid) to authenticated;
grant execute on function public.move_offcut(p_id uuid, p_to text, p_job_id uuid) to service_role;
comment on function public.move_offcut(p_id uuid, p_to text, p_job_id uuid) is 'An offcut is used for a job, scrapped, or free again. One that somebody took meanwhile is refused in words.';

CREATE OR REPLACE FUNCTION public.move_payment(p_id uuid, p_contact_id uuid, p_allocations jsonb, p_reason text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.move_payment($1, $2, $3, $4)$function$;
grant execute on function public.move_payment(p_id uuid, p_contact_id uuid, p_allocations jsonb, p_reason text) to authenticated;
grant execute on function public.move_payment(p_id uuid, p_contact_id uuid, p_allocations jsonb, p_reason text) to service_role;
comment on function public.move_payment(p_id uuid, p_contact_id uuid, p_allocations jsonb, p_reason text) is 'Moves a payment to another client, or to other invoices, by one act with a reason. Its number, day and amount keep. p_allocations: as
allocate_payment takes them, null for the oldest due first, [] for credit. What paid a deposit invoice stays there.';

CREATE OR REPLACE FUNCTION public.move_stock(p_id uuid, p_item_id uuid, p_reason text, p_qty numeric, p_unit text DEFAULT NULL::text, p_job_id uuid DEFAULT NULL::uuid, p_note text DEFAULT NULL::text, p_seen numeric DEFAULT NULL::numeric)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.move_stock($1, $2, $3, $4, $5, $6, $7, $8)$function$;
grant execute on function public.move_stock(p_id uuid, p_item_id uuid, p_reason text, p_qty numeric, p_unit text, p_job_id uuid, p_note text, p_seen numeric) to authenticated;
grant execute on function public.move_stock(p_id uuid, p_item_id uuid, p_reason text, p_qty numeric, p_unit text, p_job_id uuid, p_note text, p_seen numeric) to service_role;
comment on function public.move_stock(p_id uuid, p_item_id uuid, p_reason text, p_qty numeric, p_unit text, p_job_id uuid, p_note text, p_seen numeric) is 'One movement of stock: purchase, deduct, count, return or waste, in the stock unit or the buy unit. p_id is chosen by the
caller: a repeated call moves once. A count gives what is there; p_seen is what the person saw before counting, and a count over
a stock that changed meanwhile is refused. Answers what is there and free now.';

CREATE OR REPLACE FUNCTION public.my_calendar_feeds()
 RETURNS TABLE(id uuid, name text, kinds text[], only_mine boolean, created_at timestamp with time zone, changed_at timestamp with time zone, used_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select * from private.my_calendar_feeds()$function$;
grant execute on function public.my_calendar_feeds() to authenticated;
grant execute on function public.my_calendar_feeds() to service_role;
comment on function public.my_calendar_feeds() is 'The feeds of the caller, without their addresses: only the hash of those is kept.';

CREATE OR REPLACE FUNCTION public.name_work(p_entry uuid, p_job_id uuid DEFAULT NULL::uuid, p_order_id uuid DEFAULT NULL::uuid, p_step_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.name_work($1, $2, $3, $4)$function$;
grant execute on function public.name_work(p_entry uuid, p_job_id uuid, p_order_id uuid, p_step_id uuid) to authenticated;
grant execute on function public.name_work(p_entry uuid, p_job_id uuid, p_order_id uuid, p_step_id uuid) to service_role;
comment on function public.name_work(p_entry uuid, p_job_id uuid, p_order_id uuid, p_step_id uuid) is 'Says for which job, step or order an entry was worked; a job brings its order, a step its job. Its times stay as they are.';

CREATE OR REPLACE FUNCTION public.note_visit(p_path text, p_referrer text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.note_visit($1, $2)$function$;
grant execute on function public.note_visit(p_path text, p_referrer text) to anon;
grant execute on function public.note_visit(p_path text, p_referrer text) to authenticated;
grant execute on function public.note_visit(p_path text, p_referrer text) to service_role;
comment on function public.note_visit(p_path text, p_referrer text) is 'Counts an opened page of the site. Staff, robots, and addresses that are not of the site are not counted.';

CREATE OR REPLACE FUNCTION public.notice_bank_entries(p_ids uuid[])
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.notice_bank_entries($1)$function$;
grant execute on function public.notice_bank_entries(p_ids uuid[]) to authenticated;
grant execute on function public.notice_bank_entries(p_ids uuid[]) to service_role;
comment on function public.notice_bank_entries(p_ids uuid[]) is 'Ignored entries are undecided again. How many.';

CREATE OR REPLACE FUNCTION public.open_client_request(p_invoice_ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.open_client_request($1)$function$;
grant execute on function public.open_client_request(p_invoice_ids uuid[]) to authenticated;
grant execute on function public.open_client_request(p_invoice_ids uuid[]) to service_role;
comment on function public.open_client_request(p_invoice_ids uuid[]) is 'The request of a signed-in client to pay these open invoices of theirs with one payment, used again while it is open. Returns what
get_payment_request returns.';

CREATE OR REPLACE FUNCTION public.open_payment_request(p_uuid uuid, p_whole boolean DEFAULT false, p_amount numeric DEFAULT NULL::numeric)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.open_payment_request($1, $2, $3)$function$;
grant execute on function public.open_payment_request(p_uuid uuid, p_whole boolean, p_amount numeric) to anon;
grant execute on function public.open_payment_request(p_uuid uuid, p_whole boolean, p_amount numeric) to authenticated;
grant execute on function public.open_payment_request(p_uuid uuid, p_whole boolean, p_amount numeric) to service_role;
comment on function public.open_payment_request(p_uuid uuid, p_whole boolean, p_amount numeric) is 'By the link of a quotation or order (its deposit, or all of it with p_whole), of extra work (the order that it amended), or of
an invoice (its balance, or p_amount of it: from 1.00 to what is open): the request to pay, used again while it is open. Returns
what get_payment_request returns.';

CREATE OR REPLACE FUNCTION public.open_questions()
 RETURNS TABLE(kind text, record_id uuid, label text, client text, name text, words text, asked_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select * from private.open_questions()$function$;
grant execute on function public.open_questions() to authenticated;
grant execute on function public.open_questions() to service_role;
comment on function public.open_questions() is 'Questions of clients that nobody answered, the oldest first, of the documents that the caller may view; the newest question of each. A new version, an approval and every other end answer it too.';

CREATE OR REPLACE FUNCTION public.open_statement_request(p_uuid uuid, p_invoice_ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.open_statement_request($1, $2)$function$;
grant execute on function public.open_statement_request(p_uuid uuid, p_invoice_ids uuid[]) to anon;
grant execute on function public.open_statement_request(p_uuid uuid, p_invoice_ids uuid[]) to authenticated;
grant execute on function public.open_statement_request(p_uuid uuid, p_invoice_ids uuid[]) to service_role;
comment on function public.open_statement_request(p_uuid uuid, p_invoice_ids uuid[]) is 'By the link of a statement: the request to pay these open invoices of its client with one payment, used again while it is open.
Returns what get_payment_request returns.';

CREATE OR REPLACE FUNCTION public.open_visits(p_quotation_id uuid)
 RETURNS TABLE(place text, opened_at timestamp with time zone, seconds integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select * from private.open_visits($1)$function$;
grant execute on function public.open_visits(p_quotation_id uuid) to authenticated;
grant execute on function public.open_visits(p_quotation_id uuid) to service_role;
comment on function public.open_visits(p_quotation_id uuid) is 'Where clients have the link of a quotation open at this moment: on its page, or on the page where it is paid.';

CREATE OR REPLACE FUNCTION public.order_credit(p_order_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.order_credit($1)$function$;
grant execute on function public.order_credit(p_order_id uuid) to authenticated;
grant execute on function public.order_credit(p_order_id uuid) to service_role;
comment on function public.order_credit(p_order_id uuid) is 'What credit_order would do now: {net, vat, gross, freed, papers, rates}, amounts as text. Nothing is written.';

CREATE OR REPLACE FUNCTION public.order_document(p_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.order_document($1)$function$;
grant execute on function public.order_document(p_id uuid) to authenticated;
grant execute on function public.order_document(p_id uuid) to service_role;
comment on function public.order_document(p_id uuid) is 'What stands on the confirmation of an order. Numbers are text. Null when it is not there.';

CREATE OR REPLACE FUNCTION public.order_lines_to_take_off(p_quotation_id uuid)
 RETURNS TABLE(order_item_id uuid, description text, qty text, free text, unit text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select * from private.order_lines_to_take_off($1)$function$;
grant execute on function public.order_lines_to_take_off(p_quotation_id uuid) to authenticated;
grant execute on function public.order_lines_to_take_off(p_quotation_id uuid) to service_role;
comment on function public.order_lines_to_take_off(p_quotation_id uuid) is 'The lines of the order that a quotation amends, with what is neither delivered, planned nor invoiced. Quantities are text.';

CREATE OR REPLACE FUNCTION public.orders_to_deliver(p_text text DEFAULT ''::text)
 RETURNS TABLE(id uuid, order_number text, project_title text, contact_id uuid, status text, due_date date, lines integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select * from private.orders_to_deliver($1)$function$;
grant execute on function public.orders_to_deliver(p_text text) to authenticated;
grant execute on function public.orders_to_deliver(p_text text) to service_role;
comment on function public.orders_to_deliver(p_text text) is 'Orders of which something is not planned yet: what is ready first, then by the promised or due day; at most 40. p_text: part
of the number, the title or the client. lines: how many lines are not planned in full.';

CREATE OR REPLACE FUNCTION public.pack_panel(p_id uuid, p_packed boolean)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.pack_panel($1, $2)$function$;
grant execute on function public.pack_panel(p_id uuid, p_packed boolean) to authenticated;
grant execute on function public.pack_panel(p_id uuid, p_packed boolean) to service_role;
comment on function public.pack_panel(p_id uuid, p_packed boolean) is 'A ready panel is packed (true), or unpacked again (false).';

CREATE OR REPLACE FUNCTION public.pause_step(p_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.pause_step($1)$function$;
grant execute on function public.pause_step(p_id uuid) to authenticated;
grant execute on function public.pause_step(p_id uuid) to service_role;
comment on function public.pause_step(p_id uuid) is 'Pauses the timer of the person for this step; the step pauses with its last timer. A step that runs for somebody else only is
refused in words.';

CREATE OR REPLACE FUNCTION public.pay_supplier_invoice(p_id uuid, p_amount numeric, p_method text, p_paid_on date DEFAULT NULL::date, p_reference text DEFAULT NULL::text, p_payment_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.pay_supplier_invoice($1, $2, $3, $4, $5, $6)$function$;
grant execute on function public.pay_supplier_invoice(p_id uuid, p_amount numeric, p_method text, p_paid_on date, p_reference text, p_payment_id uuid) to authenticated;
grant execute on function public.pay_supplier_invoice(p_id uuid, p_amount numeric, p_method text, p_paid_on date, p_reference text, p_payment_id uuid) to service_role;
comment on function public.pay_supplier_invoice(p_id uuid, p_amount numeric, p_method text, p_paid_on date, p_reference text, p_payment_id uuid) is 'Records a payment to a supplier: never more than is open, never before the approval. p_payment_id: chosen by the caller, so
that a repeated call pays once. Returns the id of the payment.';

CREATE OR REPLACE FUNCTION public.payment_activity(p_before bigint DEFAULT NULL::bigint, p_limit integer DEFAULT 50)
 RETURNS TABLE(id bigint, at timestamp with time zone, kind text, record_id uuid, type text, actor_name text, number text, amount text, contact_id uuid, client_name text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select * from private.payment_activity($1, $2)$function$;
grant execute on function public.payment_activity(p_before bigint, p_limit integer) to authenticated;
grant execute on function public.payment_activity(p_before bigint, p_limit integer) to service_role;
comment on function public.payment_activity(p_before bigint, p_limit integer) is 'Payments, refunds, and invoices, credit notes and statements that were issued, sent and opened by clients; newest first, of
the kinds that the caller may view. p_before: the id of the last event of the page before.';

CREATE OR REPLACE FUNCTION public.payment_candidates(p_pay_on date)
 RETURNS TABLE(id uuid, supplier_id uuid, supplier text, supplier_number text, status text, due_date date, scheduled_for date, currency text, open text, amount text, discount text, discount_until date, iban text, is_known_account boolean, why text, is_suggested boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select * from private.payment_candidates($1)$function$;
grant execute on function public.payment_candidates(p_pay_on date) to authenticated;
grant execute on function public.payment_candidates(p_pay_on date) to service_role;
comment on function public.payment_candidates(p_pay_on date) is 'Approved invoices of suppliers that are still to be paid, the earliest first: what a payment on that day costs less the
discount for paying early, the account it goes to, why it cannot be in a run, and whether it is suggested (planned or due by
then, or its discount ends within a week). Amounts are text.';

CREATE OR REPLACE FUNCTION public.plan_delivery(p_order_id uuid, p_items jsonb DEFAULT NULL::jsonb, p_method text DEFAULT 'delivery'::text, p_scheduled_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_location_id uuid DEFAULT NULL::uuid, p_instructions text DEFAULT NULL::text, p_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.plan_delivery($1, $2, $3, $4, $5, $6, $7)$function$;
grant execute on function public.plan_delivery(p_order_id uuid, p_items jsonb, p_method text, p_scheduled_at timestamp with time zone, p_location_id uuid, p_instructions text, p_id uuid) to authenticated;
grant execute on function public.plan_delivery(p_order_id uuid, p_items jsonb, p_method text, p_scheduled_at timestamp with time zone, p_location_id uuid, p_instructions text, p_id uuid) to service_role;
comment on function public.plan_delivery(p_order_id uuid, p_items jsonb, p_method text, p_scheduled_at timestamp with time zone, p_location_id uuid, p_instructions text, p_id uuid) is 'Plans a delivery of an order. p_items: [{order_item_id, qty}], null for everything that is left. Refuses more than was
ordered, in words. p_id: chosen by the caller, so that a repeated call returns the same delivery. Returns the id.';

CREATE OR REPLACE FUNCTION public.plan_material(p_job_id uuid, p_item_id uuid, p_qty numeric, p_unit text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.plan_material($1, $2, $3, $4)$function$;
grant execute on function public.plan_material(p_job_id uuid, p_item_id uuid, p_qty numeric, p_unit text) to authenticated;
grant execute on function public.plan_material(p_job_id uuid, p_item_id uuid, p_qty numeric, p_unit text) to service_role;
comment on function public.plan_material(p_job_id uuid, p_item_id uuid, p_qty numeric, p_unit text) is 'What a job needs of an item, in all. What is free is reserved for it at once; the rest when it arrives. Zero removes the need.';

CREATE OR REPLACE FUNCTION public.plan_of_order(p_order_id uuid, p_id uuid, p_plan jsonb)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.plan_of_order($1, $2, $3)$function$;
grant execute on function public.plan_of_order(p_order_id uuid, p_id uuid, p_plan jsonb) to authenticated;
grant execute on function public.plan_of_order(p_order_id uuid, p_id uuid, p_plan jsonb) to service_role;
comment on function public.plan_of_order(p_order_id uuid, p_id uuid, p_plan jsonb) is 'Plans one delivery of an order as its screen has it: method; location_id, or new_site with label, address, city, postcode;
day, from and to by the clock of the company; van_id and crew (the crew of that van on that day); weight_kg, parcels,
contact_on_site and phone_on_site, by default those of the address, instructions; items [{order_item_id, qty}]. Refused in words when it brings more than is left.
p_id: chosen by the caller, so that a repeated call plans once.';

CREATE OR REPLACE FUNCTION public.prepare_payment_run(p_id uuid, p_pay_on date, p_invoices uuid[], p_note text DEFAULT NULL::text)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.prepare_payment_run($1, $2, $3, $4)$function$;
grant execute on function public.prepare_payment_run(p_id uuid, p_pay_on date, p_invoices uuid[], p_note text) to authenticated;
grant execute on function public.prepare_payment_run(p_id uuid, p_pay_on date, p_invoices uuid[], p_note text) to service_role;
comment on function public.prepare_payment_run(p_id uuid, p_pay_on date, p_invoices uuid[], p_note text) is 'Puts approved invoices of suppliers into a new run. Approved ones become scheduled for its day. Whoever may approve is told.
p_id: chosen by the caller, so that a repeated call prepares one. Returns the id.';

CREATE OR REPLACE FUNCTION public.preview_credit_note(p_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.preview_credit_note($1)$function$;
grant execute on function public.preview_credit_note(p_id uuid) to authenticated;
grant execute on function public.preview_credit_note(p_id uuid) to service_role;
comment on function public.preview_credit_note(p_id uuid) is 'The paper of a credit note as it stands, also of a draft, for staff who may view invoices; null for an unknown one.';

CREATE OR REPLACE FUNCTION public.preview_invoice(p_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.preview_invoice($1)$function$;
grant execute on function public.preview_invoice(p_id uuid) to authenticated;
grant execute on function public.preview_invoice(p_id uuid) to service_role;
comment on function public.preview_invoice(p_id uuid) is 'The paper of an invoice as it stands, also of a draft, for staff who may view invoices; null for an unknown one.';

CREATE OR REPLACE FUNCTION public.preview_mail(p_kind text, p_record_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.preview_mail($1, $2)$function$;
grant execute on function public.preview_mail(p_kind text, p_record_id uuid) to authenticated;
grant execute on function public.preview_mail(p_kind text, p_record_id uuid) to service_role;
comment on function public.preview_mail(p_kind text, p_record_id uuid) is 'The values of a record for the preview of a template, or examples without a record: types, company, time_zone, values.';

CREATE OR REPLACE FUNCTION public.preview_quotation(p_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.preview_quotation($1)$function$;
grant execute on function public.preview_quotation(p_id uuid) to authenticated;
grant execute on function public.preview_quotation(p_id uuid) to service_role;
comment on function public.preview_quotation(p_id uuid) is 'The paper of a quotation as it stands, also of a draft, for staff who may view quotations; null for an unknown one.';

CREATE OR REPLACE FUNCTION public.product_cost(p_id uuid)
 RETURNS TABLE(option_id uuid, cost text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select * from private.product_cost($1)$function$;
grant execute on function public.product_cost(p_id uuid) to authenticated;
grant execute on function public.product_cost(p_id uuid) to service_role;
comment on function public.product_cost(p_id uuid) is 'What the parts of one piece cost: always (null), and with each option. No row without view_financial_data. Items without a cost count as nothing.';

CREATE OR REPLACE FUNCTION public.publish_policy(p_kind text, p_body text, p_base integer)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.publish_policy($1, $2, $3)$function$;
grant execute on function public.publish_policy(p_kind text, p_body text, p_base integer) to authenticated;
grant execute on function public.publish_policy(p_kind text, p_body text, p_base integer) to service_role;
comment on function public.publish_policy(p_kind text, p_body text, p_base integer) is 'Publishes a version of a legal text, which holds from now on; its number. p_base: the version that it was written on. The same text again changes nothing.';

CREATE OR REPLACE FUNCTION public.purchase_document(p_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.purchase_document($1)$function$;
grant execute on function public.purchase_document(p_id uuid) to authenticated;
grant execute on function public.purchase_document(p_id uuid) to service_role;
comment on function public.purchase_document(p_id uuid) is 'What stands on a purchase order. Costs only for holders of view_financial_data. Null when it is not there.';

CREATE OR REPLACE FUNCTION public.put_calculation(p_calculation uuid, p_quotation uuid, p_item uuid, p_position text)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.put_calculation($1, $2, $3, $4)$function$;
grant execute on function public.put_calculation(p_calculation uuid, p_quotation uuid, p_item uuid, p_position text) to authenticated;
grant execute on function public.put_calculation(p_calculation uuid, p_quotation uuid, p_item uuid, p_position text) to service_role;
comment on function public.put_calculation(p_calculation uuid, p_quotation uuid, p_item uuid, p_position text) is 'Puts the price of a calculation into a draft quotation as a line at p_position, or into the line that it has there already.
Returns the line.';

CREATE OR REPLACE FUNCTION public.put_item_photo_first(p_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.put_item_photo_first($1)$function$;
grant execute on function public.put_item_photo_first(p_id uuid) to authenticated;
grant execute on function public.put_item_photo_first(p_id uuid) to service_role;
comment on function public.put_item_photo_first(p_id uuid) is 'This photo of an item stands in lists from now on.';

CREATE OR REPLACE FUNCTION public.questions_by_link(p_link uuid)
 RETURNS TABLE(id bigint, is_ours boolean, name text, words text, at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select * from private.questions_by_link($1)$function$;
grant execute on function public.questions_by_link(p_link uuid) to anon;
grant execute on function public.questions_by_link(p_link uuid) to authenticated;
grant execute on function public.questions_by_link(p_link uuid) to service_role;
comment on function public.questions_by_link(p_link uuid) is 'The questions and answers of a document, for who holds its link: the newest 100, oldest first. No row where the link opens nothing.';

CREATE OR REPLACE FUNCTION public.quotation_activity(p_before bigint DEFAULT NULL::bigint, p_limit integer DEFAULT 50, p_clients_only boolean DEFAULT false)
 RETURNS TABLE(id bigint, at timestamp with time zone, record_id uuid, type text, actor_name text, number text, project_title text, client_name text, words text, seconds integer, is_open boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select * from private.quotation_activity($1, $2, $3)$function$;
grant execute on function public.quotation_activity(p_before bigint, p_limit integer, p_clients_only boolean) to authenticated;
grant execute on function public.quotation_activity(p_before bigint, p_limit integer, p_clients_only boolean) to service_role;
comment on function public.quotation_activity(p_before bigint, p_limit integer, p_clients_only boolean) is 'What happened to all quotations, newest first. A viewed event says how long the page was in front and whether it is open
now. p_before: the id of the last event of the page before. p_clients_only: what clients did.';

CREATE OR REPLACE FUNCTION public.quotation_margin(p_quotation_id uuid)
 RETURNS TABLE(net numeric, cost numeric, margin numeric, margin_pct numeric, unknown_lines integer, unknown_net numeric)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select * from private.quotation_margin($1)$function$;
grant execute on function public.quotation_margin(p_quotation_id uuid) to authenticated;
grant execute on function public.quotation_margin(p_quotation_id uuid) to service_role;
comment on function public.quotation_margin(p_quotation_id uuid) is 'Cost and margin of the lines that count and whose cost is known, and how many there are of which it is not, with their net.
Null where no cost is known. No row without view_financial_data.';

CREATE OR REPLACE FUNCTION public.quotation_margin_state(p_quotation_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.quotation_margin_state($1)$function$;
grant execute on function public.quotation_margin_state(p_quotation_id uuid) to authenticated;
grant execute on function public.quotation_margin_state(p_quotation_id uuid) to service_role;
comment on function public.quotation_margin_state(p_quotation_id uuid) is 'Whether the margin of a quotation is fine, below the floor, or below and approved; who may approve it; and, for holders of
view_financial_data only, the lines below the floor (item_id null: the quotation itself). Percents are text.';

CREATE OR REPLACE FUNCTION public.quotation_sums(p_text text DEFAULT NULL::text, p_contact_id uuid DEFAULT NULL::uuid, p_owner uuid DEFAULT NULL::uuid, p_status text DEFAULT NULL::text, p_due boolean DEFAULT false, p_expiring boolean DEFAULT false, p_result text DEFAULT NULL::text, p_lost text DEFAULT NULL::text, p_closed_from date DEFAULT NULL::date, p_closed_to date DEFAULT NULL::date)
 RETURNS TABLE(status text, quotations bigint, gross text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select * from private.quotation_sums($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)$function$;
grant execute on function public.quotation_sums(p_text text, p_contact_id uuid, p_owner uuid, p_status text, p_due boolean, p_expiring boolean, p_result text, p_lost text, p_closed_from date, p_closed_to date) to authenticated;
grant execute on function public.quotation_sums(p_text text, p_contact_id uuid, p_owner uuid, p_status text, p_due boolean, p_expiring boolean, p_result text, p_lost text, p_closed_from date, p_closed_to date) to service_role;
comment on function public.quotation_sums(p_text text, p_contact_id uuid, p_owner uuid, p_status text, p_due boolean, p_expiring boolean, p_result text, p_lost text, p_closed_from date, p_closed_to date) is 'Number and gross of the quotations with these filters, by status. p_due: a follow-up day has come. p_expiring: sent, and the
last valid day is within seven days. p_result: won or lost. p_lost: why it was lost, or unsaid. Amounts are text.';

CREATE OR REPLACE FUNCTION public.quote_brief(p_id uuid)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.quote_brief($1)$function$;
grant execute on function public.quote_brief(p_id uuid) to authenticated;
grant execute on function public.quote_brief(p_id uuid) to service_role;
comment on function public.quote_brief(p_id uuid) is 'A draft quotation from a brief, with its answers as the internal note; for a client who is not known yet, a contact as well. Asking again returns the same quotation.';

CREATE OR REPLACE FUNCTION public.receipt_matches(p_invoice_id uuid)
 RETURNS TABLE(line_id uuid, unit text, ordered text, received text, invoiced text, may_take_in boolean, fits boolean, words text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select * from private.receipt_matches($1)$function$;
grant execute on function public.receipt_matches(p_invoice_id uuid) to authenticated;
grant execute on function public.receipt_matches(p_invoice_id uuid) to service_role;
comment on function public.receipt_matches(p_invoice_id uuid) is 'The lines of a supplier''s invoice that have a material, against all purchase orders to that supplier: what of it was ordered,
received and invoiced in all, in buy units, and the difference in words; fits: received as invoiced. Invoices count from the
day of the first purchase order that has the material; what an invoice itself brought into stock counts apart.';

CREATE OR REPLACE FUNCTION public.receive_purchase(p_receipt_id uuid, p_id uuid, p_lines jsonb, p_delivery_note text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.receive_purchase($1, $2, $3, $4)$function$;
grant execute on function public.receive_purchase(p_receipt_id uuid, p_id uuid, p_lines jsonb, p_delivery_note text) to authenticated;
grant execute on function public.receive_purchase(p_receipt_id uuid, p_id uuid, p_lines jsonb, p_delivery_note text) to service_role;
comment on function public.receive_purchase(p_receipt_id uuid, p_id uuid, p_lines jsonb, p_delivery_note text) is 'What arrived of a purchase order: [{line_id, qty in buy units}]. More than is still to come is refused. p_receipt_id is chosen
by the caller: a repeated call receives once. Answers the status of the order.';

CREATE OR REPLACE FUNCTION public.record_mockup_answer(p_id uuid, p_answer text, p_name text, p_way text, p_words text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.record_mockup_answer($1, $2, $3, $4, $5)$function$;
grant execute on function public.record_mockup_answer(p_id uuid, p_answer text, p_name text, p_way text, p_words text) to authenticated;
grant execute on function public.record_mockup_answer(p_id uuid, p_answer text, p_name text, p_way text, p_words text) to service_role;
comment on function public.record_mockup_answer(p_id uuid, p_answer text, p_name text, p_way text, p_words text) is 'Staff record an answer that came outside of the link. p_way: e-mail, phone, in person or letter. A second call changes nothing.';

CREATE OR REPLACE FUNCTION public.record_payment(p_contact_id uuid, p_amount numeric, p_method text, p_received_on date DEFAULT NULL::date, p_reference text DEFAULT NULL::text, p_note text DEFAULT NULL::text, p_allocations jsonb DEFAULT NULL::jsonb, p_order_id uuid DEFAULT NULL::uuid, p_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.record_payment($1, $2, $3, $4, $5, $6, $7, $8, $9)$function$;
grant execute on function public.record_payment(p_contact_id uuid, p_amount numeric, p_method text, p_received_on date, p_reference text, p_note text, p_allocations jsonb, p_order_id uuid, p_id uuid) to authenticated;
grant execute on function public.record_payment(p_contact_id uuid, p_amount numeric, p_method text, p_received_on date, p_reference text, p_note text, p_allocations jsonb, p_order_id uuid, p_id uuid) to service_role;
comment on function public.record_payment(p_contact_id uuid, p_amount numeric, p_method text, p_received_on date, p_reference text, p_note text, p_allocations jsonb, p_order_id uuid, p_id uuid) is 'Staff record money that came in. p_order_id: paid ahead for that order (a deposit invoice is issued). p_allocations:
[{invoice_id, amount}]; null settles the oldest due first; [] settles nothing. The surplus stays credit. p_id: chosen by the
caller, so that a repeated call records once. Returns the id.';

CREATE OR REPLACE FUNCTION public.record_quotation_answer(p_id uuid, p_answer text, p_name text, p_words text DEFAULT NULL::text, p_selected uuid[] DEFAULT NULL::uuid[], p_lost text DEFAULT NULL::text)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.record_quotation_answer($1, $2, $3, $4, $5, $6)$function$;
grant execute on function public.record_quotation_answer(p_id uuid, p_answer text, p_name text, p_words text, p_selected uuid[], p_lost text) to authenticated;
grant execute on function public.record_quotation_answer(p_id uuid, p_answer text, p_name text, p_words text, p_selected uuid[], p_lost text) to service_role;
comment on function public.record_quotation_answer(p_id uuid, p_answer text, p_name text, p_words text, p_selected uuid[], p_lost text) is 'Staff record what a client said by telephone or on paper: approved, rejected or change_requested, with the name of who said
it. p_lost: why it was lost, for a rejection, as in record_quotation_loss. Returns the id of the order, or null.';

CREATE OR REPLACE FUNCTION public.record_quotation_loss(p_id uuid, p_reason text, p_words text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.record_quotation_loss($1, $2, $3)$function$;
grant execute on function public.record_quotation_loss(p_id uuid, p_reason text, p_words text) to authenticated;
grant execute on function public.record_quotation_loss(p_id uuid, p_reason text, p_words text) to service_role;
comment on function public.record_quotation_loss(p_id uuid, p_reason text, p_words text) is 'Why a rejected, expired or cancelled quotation was lost: price, time, competitor, no_answer, changed_plans or other, which
needs words. A second call replaces the first; the story keeps both.';

CREATE OR REPLACE FUNCTION public.recurring_dates(p_every text, p_starts_on date, p_day integer DEFAULT NULL::integer, p_ends_on date DEFAULT NULL::date, p_from date DEFAULT NULL::date, p_count integer DEFAULT 6)
 RETURNS SETOF date
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$select * from private.recurring_dates($1, $2, $3, $4, $5, $6)$function$;
grant execute on function public.recurring_dates(p_every text, p_starts_on date, p_day integer, p_ends_on date, p_from date, p_count integer) to authenticated;
grant execute on function public.recurring_dates(p_every text, p_starts_on date, p_day integer, p_ends_on date, p_from date, p_count integer) to service_role;
comment on function public.recurring_dates(p_every text, p_starts_on date, p_day integer, p_ends_on date, p_from date, p_count integer) is 'The next days of a rule, at most 60: what a form shows before it is saved.';

CREATE OR REPLACE FUNCTION public.refund_payment(p_id uuid, p_amount numeric, p_reason text, p_refund_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.refund_payment($1, $2, $3, $4)$function$;
grant execute on function public.refund_payment(p_id uuid, p_amount numeric, p_reason text, p_refund_id uuid) to authenticated;
grant execute on function public.refund_payment(p_id uuid, p_amount numeric, p_reason text, p_refund_id uuid) to service_role;
comment on function public.refund_payment(p_id uuid, p_amount numeric, p_reason text, p_refund_id uuid) is 'Money of a payment that settles nothing goes back. Returns the id of the refund.';

CREATE OR REPLACE FUNCTION public.register_visitor(p_kind text, p_details jsonb, p_trap text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.register_visitor($1, $2, $3)$function$;
grant execute on function public.register_visitor(p_kind text, p_details jsonb, p_trap text) to anon;
grant execute on function public.register_visitor(p_kind text, p_details jsonb, p_trap text) to authenticated;
grant execute on function public.register_visitor(p_kind text, p_details jsonb, p_trap text) to service_role;
comment on function public.register_visitor(p_kind text, p_details jsonb, p_trap text) is 'A registration by a visitor: a contact that waits for verification (for a business, it and its person), and a notice to
sales and admins. Kinds: client, business, person. The same address counts once an hour.';

CREATE OR REPLACE FUNCTION public.reject_quotation(p_uuid uuid, p_version integer, p_name text, p_reason text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.reject_quotation($1, $2, $3, $4)$function$;
grant execute on function public.reject_quotation(p_uuid uuid, p_version integer, p_name text, p_reason text) to anon;
grant execute on function public.reject_quotation(p_uuid uuid, p_version integer, p_name text, p_reason text) to authenticated;
grant execute on function public.reject_quotation(p_uuid uuid, p_version integer, p_name text, p_reason text) to service_role;
comment on function public.reject_quotation(p_uuid uuid, p_version integer, p_name text, p_reason text) is 'The client rejects the version that they see, with name and reason. A second call changes nothing.';

CREATE OR REPLACE FUNCTION public.release_job(p_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.release_job($1)$function$;
grant execute on function public.release_job(p_id uuid) to authenticated;
grant execute on function public.release_job(p_id uuid) to service_role;
comment on function public.release_job(p_id uuid) is 'A job on hold goes on in the status that it was held in.';

CREATE OR REPLACE FUNCTION public.release_order(p_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.release_order($1)$function$;
grant execute on function public.release_order(p_id uuid) to authenticated;
grant execute on function public.release_order(p_id uuid) to service_role;
comment on function public.release_order(p_id uuid) is 'An order on hold goes on where its deposit, jobs and deliveries say.';

CREATE OR REPLACE FUNCTION public.release_slot(p_holder uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.release_slot($1)$function$;
grant execute on function public.release_slot(p_holder uuid) to anon;
grant execute on function public.release_slot(p_holder uuid) to authenticated;
grant execute on function public.release_slot(p_holder uuid) to service_role;
comment on function public.release_slot(p_holder uuid) is 'Gives a held time back before its five minutes end.';

CREATE OR REPLACE FUNCTION public.remove_allocation(p_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.remove_allocation($1)$function$;
grant execute on function public.remove_allocation(p_id uuid) to authenticated;
grant execute on function public.remove_allocation(p_id uuid) to service_role;
comment on function public.remove_allocation(p_id uuid) is 'A payment no longer settles that invoice: both are open again.';

CREATE OR REPLACE FUNCTION public.remove_brief_picture(p_link uuid, p_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.remove_brief_picture($1, $2)$function$;
grant execute on function public.remove_brief_picture(p_link uuid, p_id uuid) to anon;
grant execute on function public.remove_brief_picture(p_link uuid, p_id uuid) to authenticated;
grant execute on function public.remove_brief_picture(p_link uuid, p_id uuid) to service_role;

CREATE OR REPLACE FUNCTION public.remove_calendar_feed(p_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.remove_calendar_feed($1)$function$;
grant execute on function public.remove_calendar_feed(p_id uuid) to authenticated;
grant execute on function public.remove_calendar_feed(p_id uuid) to service_role;
comment on function public.remove_calendar_feed(p_id uuid) is 'Ends a feed of the caller. A second call changes nothing.';

CREATE OR REPLACE FUNCTION public.remove_run_payment(p_item_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.remove_run_payment($1)$function$;
grant execute on function public.remove_run_payment(p_item_id uuid) to authenticated;
grant execute on function public.remove_run_payment(p_item_id uuid) to service_role;
comment on function public.remove_run_payment(p_item_id uuid) is 'Takes a payment out of a run that waits for its approval.';

CREATE OR REPLACE FUNCTION public.renew_calendar_feed(p_id uuid)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.renew_calendar_feed($1)$function$;
grant execute on function public.renew_calendar_feed(p_id uuid) to authenticated;
grant execute on function public.renew_calendar_feed(p_id uuid) to service_role;
comment on function public.renew_calendar_feed(p_id uuid) is 'Gives a feed of the caller a new address; the old one ends at once.';

CREATE OR REPLACE FUNCTION public.report_missing_part(p_part_id uuid, p_missing boolean, p_note text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.report_missing_part($1, $2, $3)$function$;
grant execute on function public.report_missing_part(p_part_id uuid, p_missing boolean, p_note text) to authenticated;
grant execute on function public.report_missing_part(p_part_id uuid, p_missing boolean, p_note text) to service_role;
comment on function public.report_missing_part(p_part_id uuid, p_missing boolean, p_note text) is 'A part is missing (true), or it was found (false). The story of the job says so.';

CREATE OR REPLACE FUNCTION public.report_reversal(p_provider text, p_provider_ref text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.report_reversal($1, $2)$function$;
grant execute on function public.report_reversal(p_provider text, p_provider_ref text) to service_role;
comment on function public.report_reversal(p_provider text, p_provider_ref text) is 'For the service key, after the provider itself confirmed that a payment went back: tells accounts once. Books are changed by people.';

CREATE OR REPLACE FUNCTION public.request_of_session(p_provider text, p_session text)
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.request_of_session($1, $2)$function$;
grant execute on function public.request_of_session(p_provider text, p_session text) to service_role;
comment on function public.request_of_session(p_provider text, p_session text) is 'For the service key: the request that an order of a provider was made for; null for an unknown one.';

CREATE OR REPLACE FUNCTION public.request_quotation_change(p_uuid uuid, p_version integer, p_name text, p_message text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.request_quotation_change($1, $2, $3, $4)$function$;
grant execute on function public.request_quotation_change(p_uuid uuid, p_version integer, p_name text, p_message text) to anon;
grant execute on function public.request_quotation_change(p_uuid uuid, p_version integer, p_name text, p_message text) to authenticated;
grant execute on function public.request_quotation_change(p_uuid uuid, p_version integer, p_name text, p_message text) to service_role;
comment on function public.request_quotation_change(p_uuid uuid, p_version integer, p_name text, p_message text) is 'The client asks for a change of the version that they see. A second call changes nothing.';

CREATE OR REPLACE FUNCTION public.reschedule_booking(p_id uuid, p_mark text, p_starts_at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.reschedule_booking($1, $2, $3)$function$;
grant execute on function public.reschedule_booking(p_id uuid, p_mark text, p_starts_at timestamp with time zone) to authenticated;
grant execute on function public.reschedule_booking(p_id uuid, p_mark text, p_starts_at timestamp with time zone) to service_role;
comment on function public.reschedule_booking(p_id uuid, p_mark text, p_starts_at timestamp with time zone) is 'The office moves an appointment that it saw at a time: PT409 where the client or a colleague moved it meanwhile.';

CREATE OR REPLACE FUNCTION public.reschedule_delivery(p_id uuid, p_mark text, p_starts_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_minutes integer DEFAULT NULL::integer)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.reschedule_delivery($1, $2, $3, $4)$function$;
grant execute on function public.reschedule_delivery(p_id uuid, p_mark text, p_starts_at timestamp with time zone, p_minutes integer) to authenticated;
grant execute on function public.reschedule_delivery(p_id uuid, p_mark text, p_starts_at timestamp with time zone, p_minutes integer) to service_role;
comment on function public.reschedule_delivery(p_id uuid, p_mark text, p_starts_at timestamp with time zone, p_minutes integer) is 'Gives a delivery or an installation another time or length; without a time it leaves the calendar and its van. Null keeps the length.
On another day it takes the crew that its van has there and comes last. A failed one is planned again by a time. An installation is
refused where its van or one of its people is on the road already. p_mark is what the person saw of it: PT409 where somebody moved it
meanwhile.';

CREATE OR REPLACE FUNCTION public.reschedule_job(p_id uuid, p_mark text, p_due_date date DEFAULT NULL::date)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.reschedule_job($1, $2, $3)$function$;
grant execute on function public.reschedule_job(p_id uuid, p_mark text, p_due_date date) to authenticated;
grant execute on function public.reschedule_job(p_id uuid, p_mark text, p_due_date date) to service_role;
comment on function public.reschedule_job(p_id uuid, p_mark text, p_due_date date) is 'Gives a job another due date, or none. p_mark is what the person saw of it: PT409 where somebody moved it meanwhile.';

CREATE OR REPLACE FUNCTION public.reschedule_mail(p_id uuid, p_send_at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.reschedule_mail($1, $2)$function$;
grant execute on function public.reschedule_mail(p_id uuid, p_send_at timestamp with time zone) to authenticated;
grant execute on function public.reschedule_mail(p_id uuid, p_send_at timestamp with time zone) to service_role;
comment on function public.reschedule_mail(p_id uuid, p_send_at timestamp with time zone) is 'Another time for a mail that waits.';

CREATE OR REPLACE FUNCTION public.reschedule_on_van(p_id uuid, p_mark text, p_starts_at timestamp with time zone, p_van_id uuid DEFAULT NULL::uuid, p_minutes integer DEFAULT NULL::integer)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.reschedule_on_van($1, $2, $3, $4, $5)$function$;
grant execute on function public.reschedule_on_van(p_id uuid, p_mark text, p_starts_at timestamp with time zone, p_van_id uuid, p_minutes integer) to authenticated;
grant execute on function public.reschedule_on_van(p_id uuid, p_mark text, p_starts_at timestamp with time zone, p_van_id uuid, p_minutes integer) to service_role;
comment on function public.reschedule_on_van(p_id uuid, p_mark text, p_starts_at timestamp with time zone, p_van_id uuid, p_minutes integer) is 'Moves a delivery or an installation to a van, or to none, and to a time. p_mark: how the caller saw its plan. Refused in words where somebody moved it meanwhile, where the van cannot take it, and where van or crew are busy.';

CREATE OR REPLACE FUNCTION public.reschedule_step(p_id uuid, p_mark text, p_starts_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_minutes numeric DEFAULT NULL::numeric, p_work_centre_id uuid DEFAULT NULL::uuid, p_people uuid[] DEFAULT NULL::uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.reschedule_step($1, $2, $3, $4, $5, $6)$function$;
grant execute on function public.reschedule_step(p_id uuid, p_mark text, p_starts_at timestamp with time zone, p_minutes numeric, p_work_centre_id uuid, p_people uuid[]) to authenticated;
grant execute on function public.reschedule_step(p_id uuid, p_mark text, p_starts_at timestamp with time zone, p_minutes numeric, p_work_centre_id uuid, p_people uuid[]) to service_role;
comment on function public.reschedule_step(p_id uuid, p_mark text, p_starts_at timestamp with time zone, p_minutes numeric, p_work_centre_id uuid, p_people uuid[]) is 'Plans a step: when, how many minutes, at which work centre, by whom; without a start it leaves the calendar. Null keeps minutes, work
centre and people. p_mark is what the person saw of it: PT409 where somebody moved it meanwhile.';

CREATE OR REPLACE FUNCTION public.resend_mail(p_id uuid, p_new_id uuid, p_to text[] DEFAULT NULL::text[])
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.resend_mail($1, $2, $3)$function$;
grant execute on function public.resend_mail(p_id uuid, p_new_id uuid, p_to text[]) to authenticated;
grant execute on function public.resend_mail(p_id uuid, p_new_id uuid, p_to text[]) to service_role;
comment on function public.resend_mail(p_id uuid, p_new_id uuid, p_to text[]) is 'Sends a mail again, to p_to or to the same. One that failed or was cancelled is queued again; one that was sent gets a copy,
filled in anew, with the id p_new_id: a repeated call makes one. Returns the id.';

CREATE OR REPLACE FUNCTION public.resolve_mockup_comment(p_id uuid, p_resolved boolean)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.resolve_mockup_comment($1, $2)$function$;
grant execute on function public.resolve_mockup_comment(p_id uuid, p_resolved boolean) to authenticated;
grant execute on function public.resolve_mockup_comment(p_id uuid, p_resolved boolean) to service_role;
comment on function public.resolve_mockup_comment(p_id uuid, p_resolved boolean) is 'Marks a comment as done (true) or open again (false).';

CREATE OR REPLACE FUNCTION public.review_mockup(p_id uuid, p_review boolean)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.review_mockup($1, $2)$function$;
grant execute on function public.review_mockup(p_id uuid, p_review boolean) to authenticated;
grant execute on function public.review_mockup(p_id uuid, p_review boolean) to service_role;
comment on function public.review_mockup(p_id uuid, p_review boolean) is 'Asks colleagues to look at a draft (true), or takes it back (false). They get a notice.';

CREATE OR REPLACE FUNCTION public.revise_quotation(p_id uuid, p_reason text DEFAULT NULL::text)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.revise_quotation($1, $2)$function$;
grant execute on function public.revise_quotation(p_id uuid, p_reason text) to authenticated;
grant execute on function public.revise_quotation(p_id uuid, p_reason text) to service_role;
comment on function public.revise_quotation(p_id uuid, p_reason text) is 'Sent, change requested, rejected or expired → draft of the next version. The link shows the version before until the next
one is sent. A second call changes nothing. Returns the version.';

CREATE OR REPLACE FUNCTION public.route_delivery(p_id uuid, p_day date DEFAULT NULL::date, p_van_id uuid DEFAULT NULL::uuid, p_before uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.route_delivery($1, $2, $3, $4)$function$;
grant execute on function public.route_delivery(p_id uuid, p_day date, p_van_id uuid, p_before uuid) to authenticated;
grant execute on function public.route_delivery(p_id uuid, p_day date, p_van_id uuid, p_before uuid) to service_role;
comment on function public.route_delivery(p_id uuid, p_day date, p_van_id uuid, p_before uuid) is 'Puts a delivery on a day and into a van, before another drop of it or last. Without a van it is unplanned; without a day
it has no time either. It keeps its time of day and takes the crew of the van. A failed delivery is planned again by a day.
Refuses in words what was delivered, is on the road, or goes without a van.';

CREATE OR REPLACE FUNCTION public.save_brief(p_link uuid, p_answers jsonb, p_step integer)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.save_brief($1, $2, $3)$function$;
grant execute on function public.save_brief(p_link uuid, p_answers jsonb, p_step integer) to anon;
grant execute on function public.save_brief(p_link uuid, p_answers jsonb, p_step integer) to authenticated;
grant execute on function public.save_brief(p_link uuid, p_answers jsonb, p_step integer) to service_role;
comment on function public.save_brief(p_link uuid, p_answers jsonb, p_step integer) is 'Keeps the answers of a brief; without a link a new one begins. Returns the link.';

CREATE OR REPLACE FUNCTION public.save_calculation(p_id uuid, p_version integer, p_values jsonb, p_confidential jsonb DEFAULT NULL::jsonb)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.save_calculation($1, $2, $3, $4)$function$;
grant execute on function public.save_calculation(p_id uuid, p_version integer, p_values jsonb, p_confidential jsonb) to authenticated;
grant execute on function public.save_calculation(p_id uuid, p_version integer, p_values jsonb, p_confidential jsonb) to service_role;
comment on function public.save_calculation(p_id uuid, p_version integer, p_values jsonb, p_confidential jsonb) is 'Saves a calculation over the version that the person saw (null: a new one) and works its price out. p_values: name, contact_id,
inputs, nested. p_confidential: target and costs of bought parts, from holders of view_financial_data; null leaves them as they are.
Returns the new version. The same new calculation twice is saved once.';

CREATE OR REPLACE FUNCTION public.send_brief(p_link uuid, p_name text, p_email text, p_phone text DEFAULT NULL::text, p_company text DEFAULT NULL::text, p_trap text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.send_brief($1, $2, $3, $4, $5, $6)$function$;
grant execute on function public.send_brief(p_link uuid, p_name text, p_email text, p_phone text, p_company text, p_trap text) to anon;
grant execute on function public.send_brief(p_link uuid, p_name text, p_email text, p_phone text, p_company text, p_trap text) to authenticated;
grant execute on function public.send_brief(p_link uuid, p_name text, p_email text, p_phone text, p_company text, p_trap text) to service_role;
comment on function public.send_brief(p_link uuid, p_name text, p_email text, p_phone text, p_company text, p_trap text) is 'Sends a brief to the office; sending again changes nothing.';

CREATE OR REPLACE FUNCTION public.send_document(p_kind text, p_id uuid, p_to text[], p_mail_id uuid, p_template text DEFAULT NULL::text, p_cc text[] DEFAULT '{}'::text[], p_note text DEFAULT NULL::text, p_send_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_reminders integer[] DEFAULT '{}'::integer[])
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.send_document($1, $2, $3, $4, $5, $6, $7, $8, $9)$function$;
grant execute on function public.send_document(p_kind text, p_id uuid, p_to text[], p_mail_id uuid, p_template text, p_cc text[], p_note text, p_send_at timestamp with time zone, p_reminders integer[]) to authenticated;
grant execute on function public.send_document(p_kind text, p_id uuid, p_to text[], p_mail_id uuid, p_template text, p_cc text[], p_note text, p_send_at timestamp with time zone, p_reminders integer[]) to service_role;
comment on function public.send_document(p_kind text, p_id uuid, p_to text[], p_mail_id uuid, p_template text, p_cc text[], p_note text, p_send_at timestamp with time zone, p_reminders integer[]) is 'Sends a quotation, order, invoice, credit note, delivery note or statement by mail, with its link and PDF, at once or at
p_send_at. A draft quotation is frozen and its link opens. p_mail_id: chosen by the caller, so that a repeated call sends one
mail; another one to the same people on the same day is refused. p_reminders: days, as in plan_reminders. Returns the id.';

CREATE OR REPLACE FUNCTION public.send_mockup(p_id uuid, p_to text[] DEFAULT '{}'::text[], p_note text DEFAULT NULL::text)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.send_mockup($1, $2, $3)$function$;
grant execute on function public.send_mockup(p_id uuid, p_to text[], p_note text) to authenticated;
grant execute on function public.send_mockup(p_id uuid, p_to text[], p_note text) to service_role;
comment on function public.send_mockup(p_id uuid, p_to text[], p_note text) is 'The client may see and answer this version from now on; every earlier one is superseded. p_to gets a mail with the link and
p_note, and two reminders after three and seven days, which the answer cancels. Without p_to only the link opens. A repeated call
sends one mail. Returns the uuid of the link.';

CREATE OR REPLACE FUNCTION public.send_purchase_order(p_id uuid, p_to text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.send_purchase_order($1, $2)$function$;
grant execute on function public.send_purchase_order(p_id uuid, p_to text) to authenticated;
grant execute on function public.send_purchase_order(p_id uuid, p_to text) to service_role;
comment on function public.send_purchase_order(p_id uuid, p_to text) is 'The order went to the supplier: its lines stand, and the items count as on order. A second call changes nothing.';

CREATE OR REPLACE FUNCTION public.send_quotation(p_id uuid)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.send_quotation($1)$function$;
grant execute on function public.send_quotation(p_id uuid) to authenticated;
grant execute on function public.send_quotation(p_id uuid) to service_role;
comment on function public.send_quotation(p_id uuid) is 'Draft → sent: freezes the version in quotation_versions and opens the public link. It sends no mail. A second call changes
nothing. Returns the version.';

CREATE OR REPLACE FUNCTION public.send_test_mail(p_template_id uuid, p_subject text, p_body text, p_record_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.send_test_mail($1, $2, $3, $4)$function$;
grant execute on function public.send_test_mail(p_template_id uuid, p_subject text, p_body text, p_record_id uuid) to authenticated;
grant execute on function public.send_test_mail(p_template_id uuid, p_subject text, p_body text, p_record_id uuid) to service_role;
comment on function public.send_test_mail(p_template_id uuid, p_subject text, p_body text, p_record_id uuid) is 'A mail with these words to the caller''s own address, filled in with a record or with examples. Returns the id of the mail.';

CREATE OR REPLACE FUNCTION public.set_booking_status(p_id uuid, p_status text, p_reason text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.set_booking_status($1, $2, $3)$function$;
grant execute on function public.set_booking_status(p_id uuid, p_status text, p_reason text) to authenticated;
grant execute on function public.set_booking_status(p_id uuid, p_status text, p_reason text) to service_role;
comment on function public.set_booking_status(p_id uuid, p_status text, p_reason text) is 'The office says what became of an appointment: confirmed, done, no_show or cancelled. Bringing one back is refused where its time was taken meanwhile.';

CREATE OR REPLACE FUNCTION public.set_van_crew(p_van_id uuid, p_day date, p_crew uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.set_van_crew($1, $2, $3)$function$;
grant execute on function public.set_van_crew(p_van_id uuid, p_day date, p_crew uuid[]) to authenticated;
grant execute on function public.set_van_crew(p_van_id uuid, p_day date, p_crew uuid[]) to service_role;
comment on function public.set_van_crew(p_van_id uuid, p_day date, p_crew uuid[]) is 'Who goes with a van on a day. Its drops that are still to come have this crew.';

CREATE OR REPLACE FUNCTION public.settle_mail(p_id uuid, p_error text DEFAULT NULL::text, p_is_final boolean DEFAULT false, p_subject text DEFAULT NULL::text, p_body text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.settle_mail($1, $2, $3, $4, $5)$function$;
grant execute on function public.settle_mail(p_id uuid, p_error text, p_is_final boolean, p_subject text, p_body text) to service_role;
comment on function public.settle_mail(p_id uuid, p_error text, p_is_final boolean, p_subject text, p_body text) is 'For the service key: what became of a claimed mail. Without p_error it is sent; otherwise it waits for its next try, or has
failed after the last one or when p_is_final; then its sender is told. Returns the new status.';

CREATE OR REPLACE FUNCTION public.settle_payment_request(p_request_id uuid, p_provider text, p_provider_ref text, p_amount numeric)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.settle_payment_request($1, $2, $3, $4)$function$;
grant execute on function public.settle_payment_request(p_request_id uuid, p_provider text, p_provider_ref text, p_amount numeric) to service_role;
comment on function public.settle_payment_request(p_request_id uuid, p_provider text, p_provider_ref text, p_amount numeric) is 'For the service key, after the provider confirmed: records the payment of a request. A transaction counts once. A success
after the request was cancelled, expired or paid becomes credit and tells accounts. Returns payment_id, new and credit.';

CREATE OR REPLACE FUNCTION public.settle_payment_run(p_id uuid, p_paid_on date, p_failed jsonb DEFAULT '[]'::jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.settle_payment_run($1, $2, $3)$function$;
grant execute on function public.settle_payment_run(p_id uuid, p_paid_on date, p_failed jsonb) to authenticated;
grant execute on function public.settle_payment_run(p_id uuid, p_paid_on date, p_failed jsonb) to service_role;
comment on function public.settle_payment_run(p_id uuid, p_paid_on date, p_failed jsonb) is 'The bank paid: every invoice of the run is paid, but those that failed ([{id of the payment, reason}]), which can go into
another run. A second call changes nothing.';

CREATE OR REPLACE FUNCTION public.settle_refund(p_id uuid, p_status text, p_provider_ref text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.settle_refund($1, $2, $3)$function$;
grant execute on function public.settle_refund(p_id uuid, p_status text, p_provider_ref text) to service_role;
comment on function public.settle_refund(p_id uuid, p_status text, p_provider_ref text) is 'For the service key: what the bank said about a refund: done (it is recorded), refused, or unknown while it does not answer.';

CREATE OR REPLACE FUNCTION public.settle_session(p_provider text, p_session text, p_provider_ref text, p_amount numeric, p_currency text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.settle_session($1, $2, $3, $4, $5)$function$;
grant execute on function public.settle_session(p_provider text, p_session text, p_provider_ref text, p_amount numeric, p_currency text) to service_role;
comment on function public.settle_session(p_provider text, p_session text, p_provider_ref text, p_amount numeric, p_currency text) is 'For the service key, after the provider itself confirmed a payment: records it for the request that its order was made for.
Another amount or currency is not recorded, and accounts are told once. Returns request_id and settled.';

CREATE OR REPLACE FUNCTION public.shift_booking(p_id uuid, p_starts_at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.shift_booking($1, $2)$function$;
grant execute on function public.shift_booking(p_id uuid, p_starts_at timestamp with time zone) to authenticated;
grant execute on function public.shift_booking(p_id uuid, p_starts_at timestamp with time zone) to service_role;
comment on function public.shift_booking(p_id uuid, p_starts_at timestamp with time zone) is 'The office moves an appointment; also outside the hours that visitors see.';

CREATE OR REPLACE FUNCTION public.show_typing(p_uuid uuid, p_mockup_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.show_typing($1, $2)$function$;
grant execute on function public.show_typing(p_uuid uuid, p_mockup_id uuid) to anon;
grant execute on function public.show_typing(p_uuid uuid, p_mockup_id uuid) to authenticated;
grant execute on function public.show_typing(p_uuid uuid, p_mockup_id uuid) to service_role;
comment on function public.show_typing(p_uuid uuid, p_mockup_id uuid) is 'Somebody writes a comment on a version: the holders of the link and staff beside it see it for some seconds. 60 a minute.';

CREATE OR REPLACE FUNCTION public.skip_recurring(p_id uuid, p_period date)
 RETURNS date
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.skip_recurring($1, $2)$function$;
grant execute on function public.skip_recurring(p_id uuid, p_period date) to authenticated;
grant execute on function public.skip_recurring(p_id uuid, p_period date) to service_role;
comment on function public.skip_recurring(p_id uuid, p_period date) is 'The next period of a rule is not made. A repeated call skips one. Answers the day after it.';

CREATE OR REPLACE FUNCTION public.skip_step(p_id uuid, p_reason text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.skip_step($1, $2)$function$;
grant execute on function public.skip_step(p_id uuid, p_reason text) to authenticated;
grant execute on function public.skip_step(p_id uuid, p_reason text) to service_role;
comment on function public.skip_step(p_id uuid, p_reason text) is 'A step that this job does not need, with the reason; for holders of skip_steps. Steps that wait for it may start.';

CREATE OR REPLACE FUNCTION public.staff_activities(p_day date DEFAULT NULL::date)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.staff_activities($1)$function$;
grant execute on function public.staff_activities(p_day date) to authenticated;
grant execute on function public.staff_activities(p_day date) to service_role;
comment on function public.staff_activities(p_day date) is 'Every colleague with what they work on now and how long they worked that day, and what was done that day, the newest first: at
most 300. Only of kinds of documents that the caller may view.';

CREATE OR REPLACE FUNCTION public.staff_time(p_from date, p_to date)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.staff_time($1, $2)$function$;
grant execute on function public.staff_time(p_from date, p_to date) to authenticated;
grant execute on function public.staff_time(p_from date, p_to date) to service_role;
comment on function public.staff_time(p_from date, p_to date) is 'Seconds by day, person, job and client of a span of days, and the jobs of it with planned and worked time. Costs only for
holders of view_financial_data. Amounts are text.';

CREATE OR REPLACE FUNCTION public.start_payment(p_request_id uuid, p_provider text, p_session text, p_minutes integer)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.start_payment($1, $2, $3, $4)$function$;
grant execute on function public.start_payment(p_request_id uuid, p_provider text, p_session text, p_minutes integer) to service_role;
comment on function public.start_payment(p_request_id uuid, p_provider text, p_session text, p_minutes integer) is 'For the service key: the client is on its way to pay. Returns the provider''s order to pay, which is the one of the last
p_minutes while there is one; then p_session is left unused. Null where there is none and p_session is null.';

CREATE OR REPLACE FUNCTION public.start_statement_run(p_id uuid, p_from date, p_to date, p_overdue_only boolean DEFAULT false)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.start_statement_run($1, $2, $3, $4)$function$;
grant execute on function public.start_statement_run(p_id uuid, p_from date, p_to date, p_overdue_only boolean) to authenticated;
grant execute on function public.start_statement_run(p_id uuid, p_from date, p_to date, p_overdue_only boolean) to service_role;
comment on function public.start_statement_run(p_id uuid, p_from date, p_to date, p_overdue_only boolean) is 'Begins to send statements to every client who owes something, or who is overdue. continue_statement_run sends them in parts.
p_id: chosen by the caller, so that a repeated call begins once. Returns the id.';

CREATE OR REPLACE FUNCTION public.start_step(p_id uuid, p_pause_other boolean DEFAULT false)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.start_step($1, $2)$function$;
grant execute on function public.start_step(p_id uuid, p_pause_other boolean) to authenticated;
grant execute on function public.start_step(p_id uuid, p_pause_other boolean) to service_role;
comment on function public.start_step(p_id uuid, p_pause_other boolean) is 'Starts a step, or goes on with it, and the timer of the person for the client of its job: one active timer a person (23505, in
words; p_pause_other: it is paused first, and nothing is paused where the step may not start). A second call changes nothing.
Refused in words (PT409) while the mockup is not approved, an earlier step is not done or the job is on hold. Returns the id of the
time entry.';

CREATE OR REPLACE FUNCTION public.statement_run_progress(p_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.statement_run_progress($1)$function$;
grant execute on function public.statement_run_progress(p_id uuid) to authenticated;
grant execute on function public.statement_run_progress(p_id uuid) to service_role;
comment on function public.statement_run_progress(p_id uuid) is 'How far a run of statements is: {id, status, clients, waits, mailed, sent, queued, failed, cancelled}. mailed: the statement is made
and its mail was put into the queue; sent and queued: what became of that mail. Null without such a run.';

CREATE OR REPLACE FUNCTION public.suggest_lines(p_quotation_id uuid, p_text text, p_limit integer DEFAULT 8)
 RETURNS TABLE(source text, description text, details text, unit text, width_mm text, height_mm text, unit_price text, unit_cost text, service_id uuid, inventory_item_id uuid, quoted_in text, quoted_at timestamp with time zone, charge_rule text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select * from private.suggest_lines($1, $2, $3)$function$;
grant execute on function public.suggest_lines(p_quotation_id uuid, p_text text, p_limit integer) to authenticated;
grant execute on function public.suggest_lines(p_quotation_id uuid, p_text text, p_limit integer) to service_role;
comment on function public.suggest_lines(p_quotation_id uuid, p_text text, p_limit integer) is 'What a line of this quotation may be: lines that were quoted to the same client with their last price, services, and
materials, with the rule by which their size is charged. Numbers are text. Costs only for holders of view_financial_data.';

CREATE OR REPLACE FUNCTION public.supplier_open_invoices(p_supplier_id uuid)
 RETURNS TABLE(id uuid, number text, due_date date, balance text, why text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select * from private.supplier_open_invoices($1)$function$;
grant execute on function public.supplier_open_invoices(p_supplier_id uuid) to authenticated;
grant execute on function public.supplier_open_invoices(p_supplier_id uuid) to service_role;
comment on function public.supplier_open_invoices(p_supplier_id uuid) is 'What is open of a supplier, the oldest due first, and why an invoice cannot be paid by a debit of the bank. Amounts are text.';

CREATE OR REPLACE FUNCTION public.sure_entries(p_direction text DEFAULT NULL::text, p_after uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.sure_entries($1, $2)$function$;
grant execute on function public.sure_entries(p_direction text, p_after uuid) to authenticated;
grant execute on function public.sure_entries(p_direction text, p_after uuid) to service_role;
comment on function public.sure_entries(p_direction text, p_after uuid) is 'The sure ones of the next 100 open entries, the oldest first: {sure: {entry id: seen of its suggestion}, next: where to go on, or null}.';

CREATE OR REPLACE FUNCTION public.take_in_line(p_line_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.take_in_line($1)$function$;
grant execute on function public.take_in_line(p_line_id uuid) to authenticated;
grant execute on function public.take_in_line(p_line_id uuid) to service_role;
comment on function public.take_in_line(p_line_id uuid) is 'What a line of a supplier''s invoice brought comes into stock, in buy units of its material, where no purchase order has it. The
movement has the id of the line: a repeated call counts once.';

CREATE OR REPLACE FUNCTION public.take_new_prices(p_quotation uuid, p_items uuid[])
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.take_new_prices($1, $2)$function$;
grant execute on function public.take_new_prices(p_quotation uuid, p_items uuid[]) to authenticated;
grant execute on function public.take_new_prices(p_quotation uuid, p_items uuid[]) to service_role;
comment on function public.take_new_prices(p_quotation uuid, p_items uuid[]) is 'Works the calculations of these lines of a draft out again and writes their prices. A price that somebody typed by hand stays.
Returns how many lines changed.';

CREATE OR REPLACE FUNCTION public.take_off_order_line(p_quotation_id uuid, p_order_item_id uuid, p_qty numeric)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.take_off_order_line($1, $2, $3)$function$;
grant execute on function public.take_off_order_line(p_quotation_id uuid, p_order_item_id uuid, p_qty numeric) to authenticated;
grant execute on function public.take_off_order_line(p_quotation_id uuid, p_order_item_id uuid, p_qty numeric) to service_role;
comment on function public.take_off_order_line(p_quotation_id uuid, p_order_item_id uuid, p_qty numeric) is 'Lowers a line of the amended order by p_qty, in a draft for extra work. A second call changes the quantity. Returns the id of
the line.';

CREATE OR REPLACE FUNCTION public.tell_bank_transfer(p_uuid uuid, p_whole boolean DEFAULT false, p_amount numeric DEFAULT NULL::numeric)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.tell_bank_transfer($1, $2, $3)$function$;
grant execute on function public.tell_bank_transfer(p_uuid uuid, p_whole boolean, p_amount numeric) to anon;
grant execute on function public.tell_bank_transfer(p_uuid uuid, p_whole boolean, p_amount numeric) to authenticated;
grant execute on function public.tell_bank_transfer(p_uuid uuid, p_whole boolean, p_amount numeric) to service_role;
comment on function public.tell_bank_transfer(p_uuid uuid, p_whole boolean, p_amount numeric) is 'The client says by the link of a paper that it was paid by bank transfer, all of it or p_amount of an invoice: accounts are told,
once a day and request. Nothing counts as paid. Returns what get_payment_request returns.';

CREATE OR REPLACE FUNCTION public.tell_booking_moved(p_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.tell_booking_moved($1)$function$;
grant execute on function public.tell_booking_moved(p_id uuid) to authenticated;
grant execute on function public.tell_booking_moved(p_id uuid) to service_role;
comment on function public.tell_booking_moved(p_id uuid) is 'Mails the client when the appointment is now, with a calendar file. A second call of one move mails nothing more.';

CREATE OR REPLACE FUNCTION public.tell_client_transfer(p_invoice_ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.tell_client_transfer($1)$function$;
grant execute on function public.tell_client_transfer(p_invoice_ids uuid[]) to authenticated;
grant execute on function public.tell_client_transfer(p_invoice_ids uuid[]) to service_role;
comment on function public.tell_client_transfer(p_invoice_ids uuid[]) is 'A signed-in client says that they paid these invoices by bank transfer: accounts are told, once a day and request. Nothing counts as paid.
Returns what get_payment_request returns.';

CREATE OR REPLACE FUNCTION public.tell_statement_transfer(p_uuid uuid, p_invoice_ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.tell_statement_transfer($1, $2)$function$;
grant execute on function public.tell_statement_transfer(p_uuid uuid, p_invoice_ids uuid[]) to anon;
grant execute on function public.tell_statement_transfer(p_uuid uuid, p_invoice_ids uuid[]) to authenticated;
grant execute on function public.tell_statement_transfer(p_uuid uuid, p_invoice_ids uuid[]) to service_role;
comment on function public.tell_statement_transfer(p_uuid uuid, p_invoice_ids uuid[]) is 'The client says by the link of a statement that it paid these invoices by bank transfer: accounts are told, once a day and
request. Nothing counts as paid. Returns what get_payment_request returns.';

CREATE OR REPLACE FUNCTION public.tick_mockup(p_uuid uuid, p_mockup_id uuid, p_key text, p_ticked boolean)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.tick_mockup($1, $2, $3, $4)$function$;
grant execute on function public.tick_mockup(p_uuid uuid, p_mockup_id uuid, p_key text, p_ticked boolean) to anon;
grant execute on function public.tick_mockup(p_uuid uuid, p_mockup_id uuid, p_key text, p_ticked boolean) to authenticated;
grant execute on function public.tick_mockup(p_uuid uuid, p_mockup_id uuid, p_key text, p_ticked boolean) to service_role;
comment on function public.tick_mockup(p_uuid uuid, p_mockup_id uuid, p_key text, p_ticked boolean) is 'The client ticks a point of the checklist, or takes the tick back.';

CREATE OR REPLACE FUNCTION public.tick_part(p_part_id uuid, p_mark text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.tick_part($1, $2)$function$;
grant execute on function public.tick_part(p_part_id uuid, p_mark text) to authenticated;
grant execute on function public.tick_part(p_part_id uuid, p_mark text) to service_role;
comment on function public.tick_part(p_part_id uuid, p_mark text) is 'Marks a part as cut, prepared or fitted, once: a second call of the same person changes nothing, one of another person is
refused in words that name the first. The last fitted part makes the panel ready.';

CREATE OR REPLACE FUNCTION public.timings()
 RETURNS TABLE(kind text, id uuid, timing text, why text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select * from private.timings()$function$;
grant execute on function public.timings() to authenticated;
grant execute on function public.timings() to service_role;
comment on function public.timings() is 'What is late or at risk now, of jobs that are not ready and orders that are not handed over, with the reason as a sentence. Late: its
day is over. At risk: its work takes longer than the working time that is left (eight hours a working day), it is due after the day
of its order, or it is due by tomorrow and waits. What is in time is not in it.';

CREATE OR REPLACE FUNCTION public.to_invoice(p_contact_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(order_id uuid, order_number text, contact_id uuid, client_name text, project_title text, client_po text, currency text, since timestamp with time zone, last_delivered_at timestamp with time zone, lines bigint, net numeric, deposit_left numeric)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select * from private.to_invoice($1)$function$;
grant execute on function public.to_invoice(p_contact_id uuid) to authenticated;
grant execute on function public.to_invoice(p_contact_id uuid) to service_role;
comment on function public.to_invoice(p_contact_id uuid) is 'Orders of which more is delivered than invoiced, the longest waiting first: since when (the first drop after the last
invoice), how many lines, their net less their part of the discounts, and what is left of the deposit (gross).';

CREATE OR REPLACE FUNCTION public.translate_template(p_id uuid, p_language text, p_new_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.translate_template($1, $2, $3)$function$;
grant execute on function public.translate_template(p_id uuid, p_language text, p_new_id uuid) to authenticated;
grant execute on function public.translate_template(p_id uuid, p_language text, p_new_id uuid) to service_role;
comment on function public.translate_template(p_id uuid, p_language text, p_new_id uuid) is 'The same mail in another language, with the words of this one and not yet in use. A second call returns the first one. Returns
the id.';

CREATE OR REPLACE FUNCTION public.undo_approval(p_id uuid, p_reason text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.undo_approval($1, $2)$function$;
grant execute on function public.undo_approval(p_id uuid, p_reason text) to authenticated;
grant execute on function public.undo_approval(p_id uuid, p_reason text) to service_role;
comment on function public.undo_approval(p_id uuid, p_reason text) is 'Approved → sent, while no deposit is paid and no job has begun. Its order is cancelled and keeps its number; a new approval
makes a new order.';

CREATE OR REPLACE FUNCTION public.undo_bank_entry(p_id uuid, p_reason text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.undo_bank_entry($1, $2)$function$;
grant execute on function public.undo_bank_entry(p_id uuid, p_reason text) to authenticated;
grant execute on function public.undo_bank_entry(p_id uuid, p_reason text) to service_role;
comment on function public.undo_bank_entry(p_id uuid, p_reason text) is 'An entry is undecided again. The payment that its confirmation recorded is reversed by a record of its own; a payment that
was recorded by hand stays and is only unlinked.';

CREATE OR REPLACE FUNCTION public.undo_bank_import(p_id uuid)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.undo_bank_import($1)$function$;
grant execute on function public.undo_bank_import(p_id uuid) to authenticated;
grant execute on function public.undo_bank_import(p_id uuid) to service_role;
comment on function public.undo_bank_import(p_id uuid) is 'Takes a file back with its entries, while nothing of it is matched; otherwise names what is. How many entries went.';

CREATE OR REPLACE FUNCTION public.undo_contact_import(p_import_id uuid)
 RETURNS TABLE(line integer, label text, contact_id uuid, kept text)
 LANGUAGE sql
 SET search_path TO ''
AS $function$select * from private.undo_contact_import($1)$function$;
grant execute on function public.undo_contact_import(p_import_id uuid) to authenticated;
grant execute on function public.undo_contact_import(p_import_id uuid) to service_role;
comment on function public.undo_contact_import(p_import_id uuid) is 'Removes the contacts that an import added and puts back those that it filled, unless they were changed since or something points to them; the rows that stay, with the reason. It may be called again when the reason is gone. For who made the import, and for who may remove contacts.';

CREATE OR REPLACE FUNCTION public.undo_movement(p_id uuid, p_reversal_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.undo_movement($1, $2)$function$;
grant execute on function public.undo_movement(p_id uuid, p_reversal_id uuid) to authenticated;
grant execute on function public.undo_movement(p_id uuid, p_reversal_id uuid) to service_role;
comment on function public.undo_movement(p_id uuid, p_reversal_id uuid) is 'The counter-movement of a movement; once. Refused in words where what it brought is not there any more.';

CREATE OR REPLACE FUNCTION public.undo_write_off(p_id uuid, p_reason text)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.undo_write_off($1, $2)$function$;
grant execute on function public.undo_write_off(p_id uuid, p_reason text) to authenticated;
grant execute on function public.undo_write_off(p_id uuid, p_reason text) to service_role;
comment on function public.undo_write_off(p_id uuid, p_reason text) is 'What was written off is owed again, by a record of its own. Returns its id.';

CREATE OR REPLACE FUNCTION public.untick_part(p_part_id uuid, p_mark text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.untick_part($1, $2)$function$;
grant execute on function public.untick_part(p_part_id uuid, p_mark text) to authenticated;
grant execute on function public.untick_part(p_part_id uuid, p_mark text) to service_role;
comment on function public.untick_part(p_part_id uuid, p_mark text) is 'Takes a mark back. Its author may for 10 seconds, and 20 more for a slow network; later, and for the marks of others, whoever
may change jobs, and the story of the job says so.';

CREATE OR REPLACE FUNCTION public.use_credit(p_uuid uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.use_credit($1)$function$;
grant execute on function public.use_credit(p_uuid uuid) to anon;
grant execute on function public.use_credit(p_uuid uuid) to authenticated;
grant execute on function public.use_credit(p_uuid uuid) to service_role;
comment on function public.use_credit(p_uuid uuid) is 'By the link of an invoice: credit of its client lowers it, credit notes and then payments, the oldest first. A second call uses
what is left. Returns {used, balance, credit} as text.';

CREATE OR REPLACE FUNCTION public.void_credit_note(p_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.void_credit_note($1)$function$;
grant execute on function public.void_credit_note(p_id uuid) to authenticated;
grant execute on function public.void_credit_note(p_id uuid) to service_role;
comment on function public.void_credit_note(p_id uuid) is 'Draft → void.';

CREATE OR REPLACE FUNCTION public.void_invoice(p_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.void_invoice($1)$function$;
grant execute on function public.void_invoice(p_id uuid) to authenticated;
grant execute on function public.void_invoice(p_id uuid) to service_role;
comment on function public.void_invoice(p_id uuid) is 'Draft → void: its quantities can be invoiced again.';

CREATE OR REPLACE FUNCTION public.website_analytics(p_from date, p_to date)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select  private.website_analytics($1, $2)$function$;
grant execute on function public.website_analytics(p_from date, p_to date) to authenticated;
grant execute on function public.website_analytics(p_from date, p_to date) to service_role;
comment on function public.website_analytics(p_from date, p_to date) is 'Visits of the site on days of the company, both included: by day, page, source and device, and the way to a booking.';

CREATE OR REPLACE FUNCTION public.win_rate(p_from date, p_to date)
 RETURNS TABLE(owner uuid, owner_name text, month date, won bigint, lost bigint, won_net text, lost_net text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select * from private.win_rate($1, $2)$function$;
grant execute on function public.win_rate(p_from date, p_to date) to authenticated;
grant execute on function public.win_rate(p_from date, p_to date) to service_role;
comment on function public.win_rate(p_from date, p_to date) is 'Offers won and lost, by owner and by the month in which they were decided, from p_from to p_to inclusive. Lost: rejected,
expired, or cancelled after it was sent. Nets are text.';

CREATE OR REPLACE FUNCTION public.withdraw_absence(p_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.withdraw_absence($1)$function$;
grant execute on function public.withdraw_absence(p_id uuid) to authenticated;
grant execute on function public.withdraw_absence(p_id uuid) to service_role;
comment on function public.withdraw_absence(p_id uuid) is 'Takes a request or an approved absence back. The person may until the first day of an approved one, planners always.';

CREATE OR REPLACE FUNCTION public.write_off_invoice(p_invoice_id uuid, p_reason text, p_amount numeric DEFAULT NULL::numeric, p_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select  private.write_off_invoice($1, $2, $3, $4)$function$;
grant execute on function public.write_off_invoice(p_invoice_id uuid, p_reason text, p_amount numeric, p_id uuid) to authenticated;
grant execute on function public.write_off_invoice(p_invoice_id uuid, p_reason text, p_amount numeric, p_id uuid) to service_role;
comment on function public.write_off_invoice(p_invoice_id uuid, p_reason text, p_amount numeric, p_id uuid) is 'Gives up what is open of an issued invoice, or a part of it, with a reason; for who may delete invoices. Its VAT stays as it was
invoiced. p_id: chosen by the caller, so that a repeated call writes off once. Returns the id.';
