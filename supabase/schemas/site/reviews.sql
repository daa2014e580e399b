-- Reviews by clients.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.reviews (
  id           uuid primary key default gen_random_uuid(),
  name         text not null,
  email        text,
  company      text,
  rating       integer not null,
  body         text not null,
  service_id   uuid references public.services (id) on delete set null,
  status       text not null default 'pending',
  reply        text,
  replied_at   timestamptz,
  published_at timestamptz,
  created_at   timestamptz not null default now(),
  row_version  integer not null default 1,
  constraint reviews_name_length check (char_length(btrim(name)) between 1 and 100 and char_length(name) <= 120),
  constraint reviews_email_length check (char_length(email) <= 320),
  constraint reviews_company_length check (char_length(company) <= 200),
  constraint reviews_rating_range check (rating between 1 and 5),
  constraint reviews_body_length check (char_length(btrim(body)) between 1 and 3000 and char_length(body) <= 3000),
  constraint reviews_status_is_known check (status in ('pending', 'published', 'hidden')),
  constraint reviews_reply_length check (char_length(reply) <= 3000)
);
create index reviews_service_id_idx on public.reviews (service_id);
create index reviews_status_created_at_idx on public.reviews (status, created_at desc);
comment on table public.reviews is 'What clients say. A review shows on the site when the office has published it.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.reviews', p_pinned => '{name,email,company,rating,body,published_at,replied_at}');
create policy "staff read reviews" on public.reviews for select to authenticated using ((select private.is_staff()));
create policy "staff who keep the site add reviews" on public.reviews for insert to authenticated
  with check ((select private.named('manage_website')));
create policy "staff who keep the site moderate reviews" on public.reviews for update to authenticated
  using ((select private.named('manage_website'))) with check ((select private.named('manage_website')));
create policy "staff who keep the site remove reviews" on public.reviews for delete to authenticated
  using ((select private.named('manage_website')));

-- -------------------------------------------------------------------------------------------------------- what it does

create function private.settle_review() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.status = 'published' and new.published_at is null then
    new.published_at := now();
  end if;
  if nullif(btrim(new.reply), '') is null then
    new.reply := null;
    new.replied_at := null;
  elsif new.replied_at is null or (tg_op = 'UPDATE' and new.reply is distinct from old.reply) then
    new.replied_at := now();
  end if;
  return new;
end $$;
comment on function private.settle_review is 'The times of publication and answer follow the review.';

create function private.review_facts(p_review public.reviews) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('id', p_review.id, 'name', p_review.name, 'company', p_review.company, 'rating', p_review.rating,
    'body', p_review.body, 'reply', p_review.reply, 'replied_at', p_review.replied_at, 'at', p_review.created_at);
end $$;
comment on function private.review_facts is 'What the site shows of a review: never the e-mail address.';

create function private.leave_review(
  p_name text, p_rating integer, p_body text, p_email text default null, p_company text default null,
  p_service text default null, p_trap text default null) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_robot(p_trap);
  if nullif(btrim(p_name), '') is null or char_length(p_name) > 100 then
    perform private.refuse('22023', 'Please enter your name');
  elsif p_rating is null or p_rating not between 1 and 5 then
    perform private.refuse('22023', 'Please choose one to five stars');
  elsif nullif(btrim(p_body), '') is null or char_length(p_body) > 3000 then
    perform private.refuse('22023', 'Please write your review in 3000 characters at most');
  elsif nullif(btrim(p_email), '') is not null and not private.is_email(btrim(p_email)) then
    perform private.refuse('22023', 'Please enter a valid e-mail address');
  end if;
  -- A double click or a repeated request is one review.
  if exists (select from public.reviews r where r.name = btrim(p_name) and r.body = btrim(p_body) and r.created_at > now() - interval '1 day') then
    return;
  end if;
  perform private.limit_visitor('leave_review', 3, 6);
  insert into public.reviews (name, email, company, rating, body, service_id)
  values (btrim(p_name), nullif(lower(btrim(p_email)), ''), left(nullif(btrim(p_company), ''), 200), p_rating, btrim(p_body),
          (select s.id from public.services s where s.slug = p_service and s.is_public));
  perform private.tell_staff('{}', 'sales', format('New review: %s of 5 stars', p_rating),
    format('%s: %s', btrim(p_name), left(btrim(p_body), 300)), null, '{"kind": "review"}');
end $$;
comment on function private.leave_review is 'A review by a visitor; it waits until the office publishes it. The same words count once a day.';
call private.offer('private.leave_review(text, integer, text, text, text, text, text)', '{anon,authenticated,service_role}');

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger settle before insert or update on public.reviews for each row execute function private.settle_review();
create trigger nudge_staff after insert or update or delete on public.reviews for each statement execute function private.nudge_staff();
create trigger ask_first before insert on public.reviews for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('manage_website');
