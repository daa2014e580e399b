-- Written by `npm run db:schema` from the migrations, and checked by `npm test`. Change a migration, not this file.

create table public.quotation_losses (
  quotation_id uuid not null,
  reason text not null,
  words text,
  recorded_by uuid,
  recorded_at timestamp with time zone not null default now(),
  constraint quotation_losses_pkey PRIMARY KEY (quotation_id),
  constraint quotation_losses_quotation_id_fkey FOREIGN KEY (quotation_id) REFERENCES public.quotations(id) ON DELETE CASCADE,
  constraint quotation_losses_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint quotation_losses_reason_is_known CHECK (reason = ANY (ARRAY['price'::text, 'time'::text, 'competitor'::text, 'no_answer'::text, 'changed_plans'::text, 'other'::text])),
  constraint quotation_losses_recorded_at_is_in_reach CHECK (recorded_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND recorded_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint quotation_losses_words_length CHECK (char_length(words) <= 2000)
);
alter table public.quotation_losses enable row level security;
CREATE INDEX quotation_losses_reason_idx ON public.quotation_losses USING btree (reason);
CREATE INDEX quotation_losses_recorded_by_idx ON public.quotation_losses USING btree (recorded_by);
grant select on public.quotation_losses to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.quotation_losses to service_role;
create policy "staff who view quotations read why they were lost" on public.quotation_losses for select to authenticated
  using (( SELECT private.can('quotations'::text, 'view'::text) AS can));
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.quotation_losses REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('quotation_id', 'quotations');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.quotation_losses REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('quotation_id', 'quotations');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.quotation_losses REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('quotation_id', 'quotations');
comment on table public.quotation_losses is 'Why an offer was lost, as staff see it. Clients never read it.';

create table public.quotation_terms (
  id uuid not null default gen_random_uuid(),
  name text not null,
  body text not null,
  language text not null default 'en'::text,
  client_type text,
  is_default boolean not null default false,
  sort integer not null default 0,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  constraint quotation_terms_pkey PRIMARY KEY (id),
  constraint quotation_terms_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint quotation_terms_body_length CHECK (char_length(btrim(body)) >= 1 AND char_length(btrim(body)) <= 20000 AND char_length(body) <= 20000),
  constraint quotation_terms_client_type_is_known CHECK (client_type = ANY (ARRAY['Person'::text, 'Business'::text])),
  constraint quotation_terms_created_at_is_in_reach CHECK (created_at >= '1900-01-01 00:00:00+00'::timestamp with time zone AND created_at < '10000-01-01 00:00:00+00'::timestamp with time zone),
  constraint quotation_terms_language_is_a_code CHECK (language ~ '^[a-z]{2}$'::text),
  constraint quotation_terms_name_length CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 100 AND char_length(name) <= 120)
);
alter table public.quotation_terms enable row level security;
CREATE INDEX quotation_terms_created_by_idx ON public.quotation_terms USING btree (created_by);
CREATE UNIQUE INDEX quotation_terms_name_idx ON public.quotation_terms USING btree (private.folded(name));
CREATE UNIQUE INDEX quotation_terms_one_default_idx ON public.quotation_terms USING btree (language, COALESCE(client_type, ''::text)) WHERE is_default;
grant delete, insert, select, update on public.quotation_terms to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.quotation_terms to service_role;
create policy "admins add terms" on public.quotation_terms for insert to authenticated
  with check ((( SELECT private.my_role() AS my_role)) = 'admin'::public.app_role AND created_by = (( SELECT auth.uid() AS uid)));
create policy "admins remove terms" on public.quotation_terms for delete to authenticated
  using ((( SELECT private.my_role() AS my_role)) = 'admin'::public.app_role);
create policy "staff read terms" on public.quotation_terms for select to authenticated
  using (( SELECT private.is_staff() AS is_staff));
create policy "admins change terms" on public.quotation_terms for update to authenticated
  using ((( SELECT private.my_role() AS my_role)) = 'admin'::public.app_role)
  with check ((( SELECT private.my_role() AS my_role)) = 'admin'::public.app_role);
CREATE TRIGGER ask_first BEFORE INSERT ON public.quotation_terms FOR EACH STATEMENT WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.ask_first('role admin');
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.quotation_terms FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER count_version BEFORE UPDATE ON public.quotation_terms FOR EACH ROW EXECUTE FUNCTION private.count_version();
CREATE TRIGGER first_version BEFORE INSERT ON public.quotation_terms FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.first_version();
CREATE TRIGGER move_default_terms BEFORE INSERT OR UPDATE OF is_default, language, client_type ON public.quotation_terms FOR EACH ROW WHEN (new.is_default) EXECUTE FUNCTION private.move_default_terms();
CREATE TRIGGER nudge_page_delete AFTER DELETE ON public.quotation_terms REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations');
CREATE TRIGGER nudge_page_insert AFTER INSERT ON public.quotation_terms REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations');
CREATE TRIGGER nudge_page_update AFTER UPDATE ON public.quotation_terms REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.nudge_pages('id', 'quotations');
CREATE TRIGGER pin BEFORE UPDATE ON public.quotation_terms FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.pin('id', 'created_by', 'created_at');
CREATE TRIGGER stamp_created_at BEFORE INSERT ON public.quotation_terms FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_at();
CREATE TRIGGER stamp_created_by BEFORE INSERT ON public.quotation_terms FOR EACH ROW WHEN (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])) EXECUTE FUNCTION private.stamp_created_by();
comment on table public.quotation_terms is 'Terms to choose from. A quotation copies the text: a changed template alters no quotation.';
comment on column public.quotation_terms.client_type is 'For persons or for businesses; null: for both.';
comment on column public.quotation_terms.is_default is 'New quotations to clients of this type and language begin with it.';
comment on column public.quotation_terms.language is 'ISO 639-1: en, mt, it.';

CREATE OR REPLACE FUNCTION private.forget_loss()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.quotation_losses where quotation_id = new.id;
  return null;
end $function$;
comment on function private.forget_loss() is 'A quotation that is offered again is not lost. Its story keeps why it was.';

CREATE OR REPLACE FUNCTION private.keep_loss(p_id uuid, p_reason text, p_words text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_words constant text := nullif(btrim(p_words), '');
begin
  if p_reason is null or p_reason not in ('price', 'time', 'competitor', 'no_answer', 'changed_plans', 'other') then
    perform private.refuse('22023', 'Please choose why it was lost');
  elsif p_reason = 'other' and v_words is null then
    perform private.refuse('22023', 'Please say in words why it was lost');
  elsif char_length(v_words) > 2000 then
    perform private.refuse('22023', 'Please use 2000 characters at most');
  end if;
  insert into public.quotation_losses as l (quotation_id, reason, words, recorded_by) values (p_id, p_reason, v_words, auth.uid())
  on conflict (quotation_id) do update
     set reason = excluded.reason, words = excluded.words, recorded_by = excluded.recorded_by, recorded_at = now()
   where (l.reason, l.words) is distinct from (excluded.reason, excluded.words);
  if found then
    perform private.log_event('quotation', p_id, 'lost_because', jsonb_build_object('lost', p_reason, 'words', v_words));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.loss_reasons(p_from date, p_to date, p_owner uuid DEFAULT NULL::uuid)
 RETURNS TABLE(reason text, quotations bigint, net text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.must('quotations', 'view', 'see quotations');
  return query
    select l.reason, count(*), private.amount_text(sum(q.net))
      from public.quotations q left join public.quotation_losses l on l.quotation_id = q.id
     where q.closed_on between p_from and p_to and q.status in ('rejected', 'expired', 'cancelled')
       and (p_owner is null or q.account_manager_id = p_owner)
     group by l.reason order by 2 desc, 1 nulls last;
end $function$;
grant execute on function private.loss_reasons(p_from date, p_to date, p_owner uuid) to authenticated;
grant execute on function private.loss_reasons(p_from date, p_to date, p_owner uuid) to service_role;
comment on function private.loss_reasons(p_from date, p_to date, p_owner uuid) is 'Lost offers by reason, from p_from to p_to inclusive; the reason is null where nobody said it. Nets are text.';

CREATE OR REPLACE FUNCTION private.record_quotation_loss(p_id uuid, p_reason text, p_words text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.quotations := private.quotation_for(p_id, 'say why a quotation was lost');
begin
  if v_row.status not in ('rejected', 'expired', 'cancelled') then
    perform private.refuse('PT409', format('This quotation is not lost: it is %s', case v_row.status when 'converted' then 'approved'
      else replace(v_row.status, '_', ' ') end));
  end if;
  perform private.keep_loss(p_id, p_reason, p_words);
end $function$;
grant execute on function private.record_quotation_loss(p_id uuid, p_reason text, p_words text) to authenticated;
grant execute on function private.record_quotation_loss(p_id uuid, p_reason text, p_words text) to service_role;
comment on function private.record_quotation_loss(p_id uuid, p_reason text, p_words text) is 'Why a rejected, expired or cancelled quotation was lost: price, time, competitor, no_answer, changed_plans or other, which
needs words. A second call replaces the first; the story keeps both.';

CREATE OR REPLACE FUNCTION private.settle_closed_on()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.closed_on := case
    when new.status in ('approved', 'converted', 'rejected') then
      (coalesce(new.decided_at, now()) at time zone coalesce((select time_zone from public.company_settings), 'UTC'))::date
    when new.status = 'expired' then coalesce(new.valid_until + 1, private.company_today())
    when new.status = 'cancelled' and new.sent_at is not null then coalesce(old.closed_on, private.company_today()) end;
  return new;
end $function$;
comment on function private.settle_closed_on() is 'Keeps the day on which an offer was won or lost. A draft that is cancelled was no offer.';

CREATE OR REPLACE FUNCTION private.terms_for(p_contact_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((
      select t.body from public.quotation_terms t, public.contacts c
       where c.id = p_contact_id and t.is_default and (t.client_type is null or t.client_type = c.type)
         and t.language in (coalesce(c.language, 'en'), 'en')
       order by t.language = coalesce(c.language, 'en') desc, t.client_type is not null desc limit 1),
    (select quotation_terms from public.company_settings))
$function$;
comment on function private.terms_for(p_contact_id uuid) is 'The terms that a new quotation to this contact begins with: the default of its language and type, then of its language, then
of English, then the company''s.';

CREATE OR REPLACE FUNCTION private.win_rate(p_from date, p_to date)
 RETURNS TABLE(owner uuid, owner_name text, month date, won bigint, lost bigint, won_net text, lost_net text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.must('quotations', 'view', 'see quotations');
  return query
    select q.account_manager_id, private.person_label(q.account_manager_id), date_trunc('month', q.closed_on)::date,
           count(*) filter (where q.status in ('approved', 'converted')),
           count(*) filter (where q.status not in ('approved', 'converted')),
           private.amount_text(coalesce(sum(q.net) filter (where q.status in ('approved', 'converted')), 0)),
           private.amount_text(coalesce(sum(q.net) filter (where q.status not in ('approved', 'converted')), 0))
      from public.quotations q
     where q.closed_on between p_from and p_to
     group by q.account_manager_id, date_trunc('month', q.closed_on)
     order by 2 nulls last, 1, 3;
end $function$;
grant execute on function private.win_rate(p_from date, p_to date) to authenticated;
grant execute on function private.win_rate(p_from date, p_to date) to service_role;
comment on function private.win_rate(p_from date, p_to date) is 'Offers won and lost, by owner and by the month in which they were decided, from p_from to p_to inclusive. Lost: rejected,
expired, or cancelled after it was sent. Nets are text.';
