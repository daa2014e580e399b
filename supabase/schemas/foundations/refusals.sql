-- Refusals in words, and the checks that refuse.

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.refuse_completed(p_status text) returns void
  language plpgsql immutable set search_path = ''
as $$
begin
  if p_status = 'completed' then
    raise object_not_in_prerequisite_state using message = 'A completed timer stays as it is';
  end if;
end $$;
grant execute on function private.refuse_completed to authenticated, service_role;

create function private.refuse(p_code text, p_message text, p_detail text default '') returns void
  language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = p_code, message = p_message, detail = p_detail;
end $$;
comment on function private.refuse is
  'Refuses a request in words. PT404: not there; PT409: not in this state or changed meanwhile; 22023: a wrong value; 42501: no right.';

create function private.must(p_page text, p_action text, p_doing text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.is_server() or private.can(p_page, p_action)) then
    raise insufficient_privilege using message = 'You may not ' || p_doing;
  end if;
end $$;
comment on function private.must is 'Refuses a caller without that right on that page: "You may not send quotations".';

create function private.must_say_yes(p_question text, p_words text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_headers constant json := nullif(current_setting('request.headers', true), '')::json;
begin
  -- A statement of the server itself has no headers; every request of a person has some.
  if v_headers is not null and not private.is_server()
    and not (p_question = any (regexp_split_to_array(coalesce(v_headers ->> 'x-yes', ''), '[, ]+')))
  then
    perform private.refuse('PT409', p_words, 'asks: ' || p_question);
  end if;
end $$;
comment on function private.must_say_yes is
  'Asks before something unusual: refuses a request (PT409, detail "asks: <question>") whose header x-yes does not name this question. '
  'p_words: what is unusual, and the question as the last sentence: "This quotation comes to €0.00. Send it anyway?".';

create function private.must_be_amount(p_amount numeric, p_what text default 'an amount') returns void
  language plpgsql immutable set search_path = ''
as $$
begin
  if not coalesce(p_amount > 0 and p_amount < 1000000000 and p_amount = trunc(p_amount, 2), false) then
    perform private.refuse('22023', format('Please enter %s above zero with two decimals', p_what));
  end if;
end $$;
comment on function private.must_be_amount is 'Refuses what is no amount of money above zero, also null. p_what: "what came in as an amount".';

create function private.must_be_same(p_is_same boolean, p_what text) returns void
  language plpgsql immutable set search_path = ''
as $$
begin
  if not coalesce(p_is_same, false) then
    perform private.refuse('PT409', format('This %s was for something else. Please look at it, and begin anew.', p_what));
  end if;
end $$;
comment on function private.must_be_same is
  'A repeated call is answered as the first one. Refuses the id of another record: otherwise what was asked now would silently not be done.';

create function private.must_be_staff() returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.is_server() or private.is_staff()) then
    raise insufficient_privilege using message = 'You may not see the figures of the site';
  end if;
end $$;
