-- Banners of the public site.

-- ---------------------------------------------------------------------------------------------------------- what it is

create table public.banners (
  id          uuid primary key default gen_random_uuid(),
  title       text not null,
  body        text,
  link_label  text,
  link        text,
  placement   text not null default 'everywhere',
  starts_on   date,
  ends_on     date,
  is_active   boolean not null default true,
  sort        integer not null default 0,
  created_by  uuid default auth.uid() references auth.users (id) on delete set null,
  created_at  timestamptz not null default now(),
  row_version integer not null default 1,
  constraint banners_title_length check (char_length(btrim(title)) between 1 and 120 and char_length(title) <= 150),
  constraint banners_text_length check (char_length(body) <= 300 and char_length(link_label) <= 60),
  constraint banners_link_is_an_address check (link ~ '^(/[a-z0-9][a-z0-9/_-]*|https://[^\s"<>]+)$' and char_length(link) <= 500),
  constraint banners_placement_is_known check (placement in ('everywhere', 'home', 'services', 'tips')),
  constraint banners_end_after_begin check (ends_on >= starts_on)
);
create index banners_created_by_idx on public.banners (created_by);
comment on table public.banners is 'Banners of the public site with the days on which they show, both included.';

-- ------------------------------------------------------------------------------------------------------------- who may

call private.borrow_rules('public.banners');
create policy "staff read banners" on public.banners for select to authenticated using ((select private.is_staff()));
create policy "staff who keep the site add banners" on public.banners for insert to authenticated
  with check ((select private.named('manage_website')) and created_by = (select auth.uid()));
create policy "staff who keep the site change banners" on public.banners for update to authenticated
  using ((select private.named('manage_website'))) with check ((select private.named('manage_website')));
create policy "staff who keep the site remove banners" on public.banners for delete to authenticated
  using ((select private.named('manage_website')));

-- -------------------------------------------------------------------------------------------------------- what follows

create trigger nudge_staff after insert or update or delete on public.banners for each statement execute function private.nudge_staff();
create trigger ask_first before insert on public.banners for each statement when (current_user in ('anon', 'authenticated'))
  execute function private.ask_first('manage_website');
create trigger forget_texts after delete on public.banners for each row execute function private.forget_texts('id');
