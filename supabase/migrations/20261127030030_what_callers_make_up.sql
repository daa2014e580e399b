-- What callers make up is not believed: the id of a refund names one payment and one amount; agents of one network are 20
-- visitors a day at most; a logo is an address of the web or of this server.

CREATE OR REPLACE FUNCTION private.ask_refund(p_payment_id uuid, p_amount numeric, p_reason text, p_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_payment public.payments;
  v_row public.refund_requests;
begin
  perform private.must('payments', 'edit', 'refund payments');
  select * into v_payment from public.payments where id = p_payment_id for no key update;
  select * into v_row from public.refund_requests where id = p_id;
  if found then
    if (v_row.payment_id, v_row.amount) is distinct from (p_payment_id, p_amount) then
      perform private.refuse('PT409', 'This refund was asked for another payment or another amount already');
    end if;
    return jsonb_build_object('id', v_row.id, 'is_new', false, 'status', v_row.status);
  end if;
  perform private.check_refund(v_payment, p_amount, p_reason);
  if v_payment.provider is null or v_payment.provider_ref is null then
    perform private.refuse('PT409', format('%s was not paid by card here. Please record what you gave back.', v_payment.payment_number));
  end if;
  insert into public.refund_requests (id, payment_id, amount, reason, created_by)
  values (p_id, p_payment_id, p_amount, btrim(p_reason), auth.uid()) returning * into v_row;
  return jsonb_build_object('id', v_row.id, 'is_new', true, 'status', v_row.status, 'provider', v_payment.provider,
    'transaction', v_payment.provider_ref, 'cents', trunc(p_amount * 100)::text);
end $function$;

CREATE OR REPLACE FUNCTION private.note_visit(p_path text, p_referrer text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_headers constant json := nullif(current_setting('request.headers', true), '')::json;
  v_agent constant text := left(coalesce(v_headers ->> 'user-agent', ''), 300);
  v_ip constant inet := private.client_address();
  v_today constant date := private.company_today();
  v_referrer constant text := lower(substring(p_referrer from '^https?://([A-Za-z0-9.-]{1,253})'));
  v_salt bytea;
  v_hash text;
  v_address constant text := coalesce(case family(v_ip) when 6 then network(set_masklen(v_ip, 64))::text else host(v_ip) end, '');
  v_network text;
begin
  if private.is_staff() or p_path is null or char_length(p_path) > 200
    or p_path !~ '^/(|services(/[a-z0-9-]+)?|tips-advice(/[a-z0-9-]+)?|products/manufactured(/[0-9a-z-]+(/settings)?)?|schedule-appointment|appointment-confirmed|leave-review|client-registration|new-business-registration|contacts/add-person|designer-interview|coming-soon|new-version|terms|privacy-policy)$'
    or v_agent = '' or v_agent ~* 'bot|crawl|spider|slurp|preview|monitor|headless|lighthouse|curl|wget|python|java/|node'
  then
    return;
  end if;
  delete from private.visit_salts where day < v_today;
  insert into private.visit_salts (day, salt) values (v_today, uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
  on conflict (day) do nothing;
  select salt into v_salt from private.visit_salts where day = v_today;
  v_hash := left(encode(sha256(v_salt || convert_to(v_address || v_agent, 'UTF8')), 'hex'), 16);
  -- Agents are words of the caller: of one network 20 browsers a day are visitors of their own, whatever comes above is one.
  if not exists (select from public.page_visits v where v.session_hash = v_hash and v.at > now() - interval '1 day') then
    -- The network is kept as its hash of the day, for a day.
    v_network := left(encode(sha256(v_salt || convert_to(v_address, 'UTF8')), 'hex'), 16);
    perform pg_advisory_xact_lock(hashtextextended('visitor note_visit' || v_network, 0));
    delete from private.visitor_calls
     where id in (select c.id from private.visitor_calls c where c.name = 'note_visit' and c.called_at < now() - interval '1 day'
                   order by c.called_at limit 200 for update skip locked);
    if (select count(*) from private.visitor_calls c
         where c.name = 'note_visit' and c.address = v_network and c.called_at > now() - interval '1 day') >= 20
    then
      v_hash := v_network;
    else
      insert into private.visitor_calls (name, address) values ('note_visit', v_network);
    end if;
  end if;
  -- One visitor opens no more than 300 pages a day: what comes above is no person.
  if (select count(*) from public.page_visits v where v.session_hash = v_hash and v.at > now() - interval '1 day') >= 300 then
    return;
  end if;
  insert into public.page_visits (path, referrer_host, session_hash, device)
  values (p_path, v_referrer, v_hash,
    case when v_agent ~* 'ipad|tablet' then 'tablet' when v_agent ~* 'mobi|android|iphone' then 'phone' else 'desk' end);
end $function$;

update public.contacts set logo_url = null where logo_url !~ '^(https?://|/([^/\\]|$))';
update public.company_settings set logo_url = null where logo_url !~ '^(https?://|/([^/\\]|$))';
alter table public.contacts add constraint contacts_logo_is_an_address check (logo_url ~ '^(https?://|/([^/\\]|$))');
alter table public.company_settings add constraint company_settings_logo_is_an_address check (logo_url ~ '^(https?://|/([^/\\]|$))');
