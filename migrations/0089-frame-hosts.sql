-- Further websites that may show the account's pages for customers in a frame.
alter table accounts add column frame_hosts text[] not null default '{}';

comment on column accounts.frame_hosts is 'hosts that serve https, such as blog.chai.example; beside the site_url of the store';
