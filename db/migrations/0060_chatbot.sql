-- The residents' chatbot (G-CHAT-01 to -05, decision 045).

-- Frequent questions of a client, which staff write as any other master.
create table faqs (
  client_id bigint not null references clients,
  id bigint generated always as identity,
  question text not null check (question <> ''),
  answer text not null check (answer <> ''),
  -- Words by which it is found, between commas.
  keywords text,
  position integer not null default 100,
  -- Only these are answered to residents.
  published boolean not null default true,
  discarded_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (client_id, id)
);
create index faqs_position_idx on faqs (client_id, position, id) where discarded_at is null;

-- A conversation that a resident opened. The gateway gets no token: it is told this id, of which only the hash is kept.
create table chatbot_sessions (
  client_id bigint not null references clients,
  id bigint generated always as identity,
  session_hash bytea not null,
  resident_id bigint not null,
  -- The sign-in that opened it: it ends with that.
  account_session_id bigint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (client_id, id),
  constraint chatbot_sessions_hash_key unique (client_id, session_hash),
  foreign key (client_id, resident_id) references residents (client_id, id) on delete cascade
);
create index chatbot_sessions_resident_idx on chatbot_sessions (client_id, resident_id);
create index chatbot_sessions_expires_idx on chatbot_sessions (client_id, expires_at);

-- What was asked and answered. It names people, as free text does: erased with the resident, and after ninety days anyhow.
create table chatbot_histories (
  client_id bigint not null references clients,
  id bigint generated always as identity,
  room_id bigint not null,
  resident_id bigint not null,
  session_hash bytea not null,
  question text not null check (question <> ''),
  answer text not null check (answer <> ''),
  source text,
  -- Where in the resident's pages the thing itself is.
  page text check (page in ('top', 'date', 'presence', 'options', 'orders', 'documents', 'equipments', 'edit')),
  handed_over boolean not null,
  created_at timestamptz not null,
  primary key (client_id, id),
  foreign key (client_id, room_id) references rooms (client_id, id) on delete cascade,
  foreign key (client_id, resident_id) references residents (client_id, id) on delete cascade
);
create index chatbot_histories_session_idx on chatbot_histories (client_id, resident_id, session_hash, id);
create index chatbot_histories_room_idx on chatbot_histories (client_id, room_id, id);
create index chatbot_histories_created_idx on chatbot_histories (client_id, created_at);

select protect_tenant_table('faqs');
select protect_tenant_table('chatbot_sessions');
select protect_tenant_table('chatbot_histories');

-- Clients that are there already begin with what a new one begins with (G-MAS-13).
insert into faqs (client_id, position, question, answer, keywords)
select cl.id, first.position, first.question, first.answer, first.keywords
from clients cl, (values
  (1, 'ペットがいますが、どうすればよいですか。', '作業のあいだは、ケージに入れるか、作業をしない部屋で過ごさせてください。玄関を開け閉めしますので、飛び出しにご注意ください。', 'ペット、わんちゃん、犬、いぬ、猫、ねこ、ネコ、うさぎ、インコ、ハムスター、金魚、水槽、飼って、飼い'),
  (2, '小さな子どもや、体調のすぐれない家族がいます。', '作業をしない部屋でお過ごしください。ご心配なことは、当日、担当者にお声がけください。', '子どもがい、子供がい、こどもがい、小さい子、赤ちゃん、赤ん坊、高齢、病気、体調、妊娠、幼児、乳児、月の子、歳の子、寝たきり、ベッドで寝、介護、車いす、車椅子'),
  (3, '作業のあいだ、ずっと家にいる必要がありますか。', '作業のはじめと終わりに、ご確認をお願いします。途中で外出されるときは、担当者にお声がけください。ご不在のままの作業をご希望のときは、「在宅方法」からお選びください。', 'ずっと家、ずっといな、ずっといる、家にいなきゃ、家にいないとだめ、途中で、買い物、ちょっと出'),
  (4, '部屋や家具は汚れませんか。', '作業する場所の床などはシートで保護（養生）し、作業のあとに片付けます。貴重品や壊れやすいものは、あらかじめ別の場所にお移しください。', '汚れ、よごれ、ほこり、埃、養生、土足、靴のまま、くつのまま、拭いて、ふいて、掃除し'),
  (5, '訪問する人が本物か、確かめる方法はありますか。', 'ドアを開ける前に、会社名と名前をお聞きになり、身分証をお確かめください。ご案内した日時と違う訪問など、ご不審な点があるときは、ドアを開けずにお電話でお確かめください。', '詐欺、さぎ、本物、偽物、怪しい、あやしい、身分証、名札、知らない人、怖い、こわい、不審'),
  (6, '部屋の中に入りますか。', 'お部屋の中での作業がある日を、このページの工事日としてご案内しています。その日に担当者が伺います。', '部屋に入、部屋には入、部屋の中に、家に入、家の中に、入室、上がりますか'),
  (7, '作業中に写真を撮るのはなぜですか。', '工事が正しく行われたことを記録するため、作業する場所の施工前・施工中・施工後を撮影します。', '写真、撮影、カメラ'),
  (8, 'お茶やスリッパを用意したほうがよいですか。', 'ご用意は必要ありません。お心づかいに感謝します。', 'お茶、スリッパ、飲み物、お菓子、心付け'),
  (9, '賃貸で住んでいます。大家さんへの連絡は必要ですか。', '建物の工事は、管理組合または建物の所有者が決めたものです。日程のご確認と立会いは、お住まいの方にお願いしています。オプションのお申込みは、事前に大家さんにご確認ください。', '賃貸、借家、大家、オーナー、借りて'),
  (10, '家族が代わりに手続きしてもよいですか。', 'はい。ご家族の方も、このページから回答できます。回答のときに「ご家族」をお選びください。', '家族が代わりに、家族でも、代筆'),
  (11, 'スマートフォンやメールを使っていません。', 'お電話でも受け付けます。メールアドレスの登録は必要ありません。', 'スマホ、スマートフォン、携帯がない、メールがない、ガラケー、パソコンがない、紙で'),
  (12, '訪問の時刻は前後しますか。', '前のお部屋の作業によって、ご案内した時間帯のなかで前後することがあります。', '前後、遅れる、早く来る、時間ぴったり'),
  (13, '雨の日でも工事をしますか。', 'お部屋の中の工事は、雨の日も予定どおり行います。', '雨、雪、台風、天候、中止'),
  (14, '工事のあとで不具合に気づいたときは、どうすればよいですか。', 'お電話でご連絡ください。お部屋番号と、お気づきの点をお知らせいただければ、担当者が確認します。', '工事のあとで、保証、アフター')
) as first (position, question, answer, keywords);
