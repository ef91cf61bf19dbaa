set local check_function_bodies = off;

drop policy "Owners edit their own communities, admins every community" on "public"."communities";

drop policy "Owners read their own communities, admins every community" on "public"."communities";

drop trigger "update_directory_after_update" on "public"."communities";

drop view "private"."images_in_use";

drop function "private"."is_stored_image"(text, uuid);

create table "public"."co_owners" (
  "community_id" uuid                     not null,
  "user_id"      uuid                     not null,
  "added_at"     timestamp with time zone not null default now(),
  constraint "co_owners_pkey" primary key (community_id, user_id)
);

alter table "public"."co_owners"
  enable row level security;

create table "public"."invitations" (
  "id"                 uuid                     not null default gen_random_uuid(),
  "community_id"       uuid                     not null,
  "email"              text                     not null,
  "keeps_former_owner" boolean                  not null default false,
  "invited_by"         uuid                     not null,
  "created_at"         timestamp with time zone not null default now(),
  "expires_at"         timestamp with time zone not null default (now() + '14 days'::interval),
  "answered_at"        timestamp with time zone,
  constraint "invitations_pkey" primary key (id),
  constraint "invitations_email_check" check (private.is_line(email, 254))
);

alter table "public"."invitations"
  enable row level security;

alter type "public"."audit_action" add value 'co-owner added' after 'appeal declined';

set local check_function_bodies = off;

alter type "public"."audit_action" add value 'co-owner removed' after 'co-owner added';

set local check_function_bodies = off;

alter type "public"."audit_action" add value 'transferred' after 'co-owner removed';

set local check_function_bodies = off;

alter type "public"."email_kind" add value 'invited' after 'appeal_declined';

set local check_function_bodies = off;

alter type "public"."email_kind" add value 'invitation_accepted' after 'invited';

set local check_function_bodies = off;

alter type "public"."email_kind" add value 'handed_over' after 'invitation_accepted';
