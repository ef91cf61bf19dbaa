-- The names of countries, cities and languages in other languages, for the search. The next migration copies them to
-- the places and the directory. A later migration that changes names of places must update the places:
--   update public.places set name = name;

create table private.translations (
  kind text not null check (kind in ('country', 'city', 'language')),
  key text not null,
  names text not null,
  primary key (kind, key)
);

-- Written by scripts/build/country-names.ts.
insert into private.translations (kind, key, names) values
  ('country', 'AD', 'Andorra Andorre Andora Ανδόρα Андорра אנדורה أندورا एंडोरा อันดอร์รา アンドラ 안도라 安道尔 安道爾'),
  ('country', 'AE', 'United Arab Emirates Emiratos Árabes Unidos Emirados Árabes Unidos Émirats arabes unis '
    'Vereinigte Arabische Emirate Emirati Arabi Uniti Verenigde Arabische Emiraten Emirats Àrabs Units Förenade '
    'Arabemiraten De Forenede Arabiske Emirater De forente arabiske emirater Arabiemiirikunnat Zjednoczone '
    'Emiraty Arabskie Spojené arabské emiráty Egyesült Arab Emírségek Emiratele Arabe Unite Ujedinjeni Arapski '
    'Emirati Ηνωμένα Αραβικά Εμιράτα ОАЭ Обʼєднані Арабські Емірати Birleşik Arap Emirlikleri איחוד האמירויות '
    'הערביות الإمارات العربية المتحدة امارات متحدهٔ عربی संयुक्त अरब अमीरात Uni Emirat Arab Các Tiểu Vương quốc Ả '
    'Rập Thống nhất สหรัฐอาหรับเอมิเรตส์ アラブ首長国連邦 아랍에미리트 阿拉伯联合酋长国 阿拉伯聯合大公國'),
  ('country', 'AF', 'Afghanistan Afganistán Afeganistão Afganisztán Αφγανιστάν Афганистан Афганістан אפגניסטן '
    'أفغانستان अफ़गानिस्तान อัฟกานิสถาน アフガニスタン 아프가니스탄 阿富汗'),
  ('country', 'AG', 'Antigua & Barbuda Antigua y Barbuda Antígua e Barbuda Antigua-et-Barbuda Antigua und Barbuda '
    'Antigua en Barbuda Antigua i Barbuda Antigua och Barbuda Antigua og Barbuda Antigua ja Barbuda Antigua a '
    'Barbuda Antigua és Barbuda Antigua și Barbuda Antigva i Barbuda Αντίγκουα και Μπαρμπούντα Антигуа и Барбуда '
    'Антигуа і Барбуда Antigua ve Barbuda אנטיגואה וברבודה أنتيغوا وبربودا آنتیگوا و باربودا एंटिगुआ और बरबुडा '
    'Antigua dan Barbuda Antigua và Barbuda แอนติกาและบาร์บูดา アンティグア・バーブーダ 앤티가 바부다 安提瓜和巴布达 安地卡及巴布達'),
  ('country', 'AI', 'Anguilla Anguila Angvila Ανγκουίλα Ангилья Ангілья אנגווילה أنغويلا آنگویلا एंग्विला '
    'แองกวิลลา アンギラ 앵귈라 安圭拉 安奎拉'),
  ('country', 'AL', 'Albania Albanie Albanien Albánsko Albanija Αλβανία Албания Албанія Arnavutluk אלבניה ألبانيا '
    'آلبانی अल्बानिया แอลเบเนีย アルバニア 알바니아 阿尔巴尼亚 阿爾巴尼亞 Shqipëri'),
  ('country', 'AM', 'Armenia Arménie Armenien Arménsko Örményország Armenija Αρμενία Армения Вірменія Ermenistan '
    'ארמניה أرمينيا ارمنستان आर्मेनिया อาร์เมเนีย アルメニア 아르메니아 亚美尼亚 亞美尼亞 Հայաստան'),
  ('country', 'AO', 'Angola Αγκόλα Ангола אנגולה أنغولا آنگولا अंगोला แองโกลา アンゴラ 앙골라 安哥拉'),
  ('country', 'AQ', 'Antarctica Antártida Antarctique Antarktis Antartide Antarktyda Antarktida Antarktisz '
    'Antarktika Ανταρκτική Антарктида Антарктика אנטארקטיקה أنتاركتيكا جنوبگان अंटार्कटिका Nam Cực แอนตาร์กติกา '
    '南極 남극 대륙 南极洲 南極洲'),
  ('country', 'AR', 'Argentina Argentine Argentinien Argentinië Argentiina Argentyna Αργεντινή Аргентина Arjantin '
    'ארגנטינה الأرجنتين آرژانتین अर्जेंटीना อาร์เจนตินา アルゼンチン 아르헨티나 阿根廷'),
  ('country', 'AS', 'American Samoa Samoa Americana Samoa américaines Amerikanisch-Samoa Samoa Americane '
    'Amerikaans-Samoa Amerikanska Samoa Amerikansk Samoa Amerikan Samoa Samoa Amerykańskie Americká Samoa '
    'Amerikai Szamoa Αμερικανική Σαμόα Американское Самоа Американське Самоа Amerikan Samoası סמואה האמריקנית '
    'ساموا الأمريكية ساموآی امریکا अमेरिकी समोआ Samoa Amerika Samoa thuộc Mỹ อเมริกันซามัว 米領サモア 아메리칸 사모아 美属萨摩亚 '
    '美屬薩摩亞'),
  ('country', 'AT', 'Austria Autriche Österreich Oostenrijk Österrike Østrig Itävalta Rakousko Rakúsko Ausztria '
    'Austrija Αυστρία Австрия Австрія Avusturya אוסטריה النمسا اتریش ऑस्ट्रिया Áo ออสเตรีย オーストリア 오스트리아 奥地利 奧地利'),
  ('country', 'AU', 'Australia Australie Australien Ausztrália Australija Αυστραλία Австралия Австралія '
    'Avustralya אוסטרליה أستراليا استرالیا ऑस्ट्रेलिया Úc ออสเตรเลีย オーストラリア 오스트레일리아 澳大利亚 澳洲'),
  ('country', 'AW', 'Aruba Αρούμπα Аруба ארובה أروبا अरूबा อารูบา アルバ 아루바 阿鲁巴 荷屬阿魯巴'),
  ('country', 'AX', 'Åland Islands Islas Aland Ilhas Aland Îles Åland Ålandinseln Isole Åland Illes Åland '
    'Ahvenanmaa Wyspy Alandzkie Ålandy Åland-szigetek Insulele Åland Ålandski otoci Νήσοι Όλαντ Аландские о-ва '
    'Аландські Острови Åland Adaları איי אולנד جزر آلاند جزایر آلاند एलैंड द्वीपसमूह Kepulauan Aland Quần đảo '
    'Åland หมู่เกาะโอลันด์ オーランド諸島 올란드 제도 奥兰群岛 奧蘭群島'),
  ('country', 'AZ', 'Azerbaijan Azerbaiyán Azerbaijão Azerbaïdjan Aserbaidschan Azerbaigian Azerbeidzjan '
    'Azerbajdzjan Aserbajdsjan Azerbaidžan Azerbejdżan Ázerbájdžán Azerbajdzsán Αζερμπαϊτζάν Азербайджан '
    'Azerbaycan אזרבייג׳ן أذربيجان جمهوری آذربایجان अज़रबैजान อาเซอร์ไบจาน アゼルバイジャン 아제르바이잔 阿塞拜疆 亞塞拜然'),
  ('country', 'BA', 'Bosnia & Herzegovina Bosnia y Herzegovina Bósnia e Herzegovina Bosnie-Herzégovine Bosnien '
    'und Herzegowina Bosnia ed Erzegovina Bosnië en Herzegovina Bòsnia i Hercegovina Bosnien och Hercegovina '
    'Bosnia ja Hertsegovina Bośnia i Hercegowina Bosna a Hercegovina Bosznia-Hercegovina Bosnia și Herțegovina '
    'Βοσνία - Ερζεγοβίνη Босния и Герцеговина Боснія і Герцеговина Bosna-Hersek בוסניה והרצגובינה البوسنة والهرسك '
    'بوسنی و هرزگوین बोस्निया और हर्ज़ेगोविना Bosnia dan Herzegovina Bosnia và Herzegovina '
    'บอสเนียและเฮอร์เซโกวีนา ボスニア・ヘルツェゴビナ 보스니아 헤르체고비나 波斯尼亚和黑塞哥维那 波士尼亞與赫塞哥維納'),
  ('country', 'BB', 'Barbados Barbade Μπαρμπέιντος Барбадос ברבדוס بربادوس باربادوس बारबाडोस บาร์เบโดส バルバドス '
    '바베이도스 巴巴多斯 巴貝多'),
  ('country', 'BD', 'Bangladesh Bangladés Bangladesch Bangladesz Μπανγκλαντές Бангладеш בנגלדש بنغلاديش بنگلادش '
    'बांग्लादेश บังกลาเทศ バングラデシュ 방글라데시 孟加拉国 孟加拉 বাংলাদেশ'),
  ('country', 'BE', 'Belgium Bélgica Belgique Belgien Belgio België Belgia Belgicko Belgija Βέλγιο Бельгия '
    'Бельгія Belçika בלגיה بلجيكا بلژیک बेल्जियम Bỉ เบลเยียม ベルギー 벨기에 比利时 比利時'),
  ('country', 'BF', 'Burkina Faso Burquina Faso Μπουρκίνα Φάσο Буркина-Фасо Буркіна-Фасо בורקינה פאסו بوركينا '
    'فاسو بورکینافاسو बुर्किना फ़ासो บูร์กินาฟาโซ ブルキナファソ 부르키나파소 布基纳法索 布吉納法索'),
  ('country', 'BG', 'Bulgaria Bulgarie Bulgarien Bulgarije Bulharsko Bugarska Βουλγαρία Болгария Болгарія '
    'Bulgaristan בולגריה بلغاريا بلغارستان बुल्गारिया บัลแกเรีย ブルガリア 불가리아 保加利亚 保加利亞 България'),
  ('country', 'BH', 'Bahrain Baréin Bahreïn Bahrajn Μπαχρέιν Бахрейн Bahreyn בחריין البحرين بحرین बहरीन บาห์เรน '
    'バーレーン 바레인 巴林'),
  ('country', 'BI', 'Burundi Μπουρούντι Бурунди Бурунді בורונדי بوروندي بوروندی बुरुंडी บุรุนดี ブルンジ 부룬디 布隆迪 蒲隆地 '
    'Uburundi'),
  ('country', 'BJ', 'Benin Μπενίν Бенин Бенін בנין بنين بنین बेनिन เบนิน ベナン 베냉 贝宁 貝南'),
  ('country', 'BL', 'St. Barthélemy San Bartolomé São Bartolomeu Saint-Barthélemy S:t Barthélemy Svatý Bartoloměj '
    'Άγιος Βαρθολομαίος Сен-Бартелеми Сен-Бартелемі סנט ברתולומיאו سان بارتليمي سن بارتلمی सेंट बार्थेलेमी '
    'เซนต์บาร์เธเลมี サン・バルテルミー 생바르텔레미 圣巴泰勒米 聖巴瑟米'),
  ('country', 'BM', 'Bermuda Bermudas Bermudes Bermudy Bermudi Βερμούδες Бермудские о-ва Бермудські Острови '
    'ברמודה برمودا बरमूडा เบอร์มิวดา バミューダ 버뮤다 百慕大 百慕達'),
  ('country', 'BN', 'Brunei Brunei Darussalam Brunej Μπρουνέι Бруней ברוניי بروناي برونئی ब्रूनेई บรูไน ブルネイ 브루나이 '
    '文莱 汶萊'),
  ('country', 'BO', 'Bolivia Bolivie Bolivien Boliwia Bolivija Βολιβία Боливия Болівія Bolivya בוליביה بوليفيا '
    'بولیوی बोलीविया โบลิเวีย ボリビア 볼리비아 玻利维亚 玻利維亞'),
  ('country', 'BQ', 'Caribbean Netherlands Caribe neerlandés Países Baixos Caribenhos Pays-Bas caribéens '
    'Karibische Niederlande Caraibi Olandesi Caribisch Nederland Carib Neerlandès Karibiska Nederländerna De '
    'tidligere Nederlandske Antiller Karibisk Nederland Karibian Alankomaat Niderlandy Karaibskie Karibské '
    'Nizozemsko Karibské Holandsko Holland Karib-térség Insulele Caraibe Olandeze Karipski otoci Nizozemske '
    'Ολλανδία Καραϊβικής Бонэйр, Синт-Эстатиус и Саба Карибські Нідерланди Karayip Hollandası האיים הקריביים '
    'ההולנדיים هولندا الكاريبية جزایر کارائیب هلند कैरिबियन नीदरलैंड Belanda Karibia Ca-ri-bê Hà Lan '
    'เนเธอร์แลนด์แคริบเบียน オランダ領カリブ 네덜란드령 카리브 荷属加勒比区 荷蘭加勒比區'),
  ('country', 'BR', 'Brazil Brasil Brésil Brasilien Brasile Brazilië Brasilia Brazylia Brazília Βραζιλία Бразилия '
    'Бразилія Brezilya ברזיל البرازيل برزیل ब्राज़ील บราซิล ブラジル 브라질 巴西'),
  ('country', 'BS', 'Bahamas Bahama’s Bahames Bahamy Bahama-szigetek Bahami Μπαχάμες Багамы Багамські Острови '
    'Bahamalar איי בהאמה جزر البهاما باهاما बहामास บาฮามาส バハマ 바하마 巴哈马 巴哈馬'),
  ('country', 'BT', 'Bhutan Bután Butão Bhoutan Μπουτάν Бутан בהוטן بوتان भूटान ภูฏาน ブータン 부탄 不丹 འབྲུག'),
  ('country', 'BV', 'Bouvet Island Isla Bouvet Ilha Bouvet Île Bouvet Bouvetinsel Isola Bouvet Bouveteiland Illa '
    'Bouvet Bouvetön Bouvetøen Bouvetøya Bouvet’nsaari Wyspa Bouveta Bouvetův ostrov Bouvetov ostrov '
    'Bouvet-sziget Insula Bouvet Otok Bouvet Νήσος Μπουβέ о-в Буве Острів Буве Bouvet Adası האי בובה جزيرة بوفيه '
    'جزیرهٔ بووه बोवेत द्वीप Pulau Bouvet Đảo Bouvet เกาะบูเว ブーベ島 부베섬 布韦岛 布威島'),
  ('country', 'BW', 'Botswana Botsuana Bocvana Μποτσουάνα Ботсвана Botsvana בוטסואנה بوتسوانا बोत्स्वाना บอตสวานา '
    'ボツワナ 보츠와나 博茨瓦纳 波札那'),
  ('country', 'BY', 'Belarus Bielorrusia Bielorrússia Biélorussie Bielorussia Valko-Venäjä Białoruś Bělorusko '
    'Bielorusko Belarusz Bjelorusija Λευκορωσία Беларусь Білорусь בלארוס بيلاروس بلاروس बेलारूस เบลารุส ベラルーシ '
    '벨라루스 白俄罗斯 白俄羅斯'),
  ('country', 'BZ', 'Belize Belice Μπελίζ Белиз Беліз בליז بليز بلیز बेलीज़ เบลีซ ベリーズ 벨리즈 伯利兹 貝里斯'),
  ('country', 'CA', 'Canada Kanada Καναδάς Канада קנדה كندا کانادا कनाडा แคนาดา カナダ 캐나다 加拿大'),
  ('country', 'CC', 'Cocos (Keeling) Islands Islas Cocos Ilhas Cocos (Keeling) Îles Cocos Kokosinseln Isole Cocos '
    '(Keeling) Cocoseilanden Illes Cocos (Keeling) Kokosöarna Cocosøerne Kokosøyene Kookossaaret (Keelingsaaret) '
    'Wyspy Kokosowe Kokosové ostrovy Kókusz (Keeling)-szigetek Insulele Cocos (Keeling) Kokosovi (Keelingovi) '
    'Otoci Νήσοι Κόκος (Κίλινγκ) Кокосовые о-ва Кокосові (Кілінг) Острови Cocos (Keeling) Adaları איי קוקוס '
    '(קילינג) جزر كوكوس (كيلينغ) جزایر کوکوس कोकोस (कीलिंग) द्वीपसमूह Kepulauan Cocos (Keeling) Quần đảo Cocos '
    '(Keeling) หมู่เกาะโคโคส (คีลิง) ココス(キーリング)諸島 코코스 제도 科科斯（基林）群岛 科克斯（基靈）群島'),
  ('country', 'CD', 'Congo - Kinshasa República Democrática del Congo Kongo-Kinshasa Kongon demokraattinen '
    'tasavalta Demokratyczna Republika Konga Konžská demokratická republika Κονγκό - Κινσάσα Конго - Киншаса '
    'Конго – Кіншаса Kongo - Kinşasa קונגו - קינשאסה الكونغو - كينشاسا کنگو - کینشاسا कांगो - किंशासा คองโก - '
    'กินชาซา コンゴ民主共和国(キンシャサ) 콩고-킨샤사 刚果（金） 剛果（金夏沙）'),
  ('country', 'CF', 'Central African Republic República Centroafricana República Centro-Africana République '
    'centrafricaine Zentralafrikanische Republik Repubblica Centrafricana Centraal-Afrikaanse Republiek República '
    'Centreafricana Centralafrikanska republiken Den Centralafrikanske Republik Den sentralafrikanske republikk '
    'Keski-Afrikan tasavalta Republika Środkowoafrykańska Středoafrická republika Közép-afrikai Köztársaság '
    'Srednjoafrička Republika Κεντροαφρικανική Δημοκρατία Центрально-Африканская Республика Центральноафриканська '
    'Республіка Orta Afrika Cumhuriyeti הרפובליקה המרכז-אפריקאית جمهورية أفريقيا الوسطى جمهوری افریقای مرکزی मध्य '
    'अफ़्रीकी गणराज्य Republik Afrika Tengah Cộng hòa Trung Phi สาธารณรัฐแอฟริกากลาง 中央アフリカ共和国 중앙 아프리카 공화국 中非共和国 '
    '中非共和國 Ködörösêse tî Bêafrîka'),
  ('country', 'CG', 'Congo - Brazzaville República do Congo Kongo-Brazzaville Kongon tasavalta Konžská republika '
    'Κονγκό - Μπραζαβίλ Конго - Браззавиль Конго – Браззавіль Kongo - Brazavil קונגו - ברזאויל الكونغو - برازافيل '
    'کنگو - برازویل कांगो – ब्राज़ाविल คองโก - บราซซาวิล コンゴ共和国(ブラザビル) 콩고-브라자빌 刚果（布） 剛果（布拉薩）'),
  ('country', 'CH', 'Switzerland Suiza Suíça Suisse Schweiz Svizzera Zwitserland Suïssa Sveits Sveitsi Szwajcaria '
    'Švýcarsko Švajčiarsko Svájc Elveția Švicarska Ελβετία Швейцария Швейцарія İsviçre שווייץ سويسرا سوئیس '
    'स्विट्ज़रलैंड Swiss Thụy Sĩ สวิตเซอร์แลนด์ スイス 스위스 瑞士'),
  ('country', 'CI', 'Côte d’Ivoire Costa do Marfim Costa d’Avorio Ivoorkust Elfenbenskusten Elfenbenskysten '
    'Norsunluurannikko Pobřeží slonoviny Pobrežie Slonoviny Elefántcsontpart Obala Bjelokosti Ακτή Ελεφαντοστού '
    'Кот-д’Ивуар Кот-дʼІвуар חוף השנהב ساحل العاج ساحل عاج कोत दिवुआर โกตดิวัวร์ コートジボワール 코트디부아르 科特迪瓦 象牙海岸'),
  ('country', 'CK', 'Cook Islands Islas Cook Ilhas Cook Îles Cook Cookinseln Isole Cook Cookeilanden Illes Cook '
    'Cooköarna Cookøerne Cookøyene Cookinsaaret Wyspy Cooka Cookovy ostrovy Cookove ostrovy Cook-szigetek '
    'Insulele Cook Cookovi Otoci Νήσοι Κουκ о-ва Кука Острови Кука Cook Adaları איי קוק جزر كوك جزایر کوک कुक '
    'द्वीपसमूह Kepulauan Cook Quần đảo Cook หมู่เกาะคุก クック諸島 쿡 제도 库克群岛 庫克群島'),
  ('country', 'CL', 'Chile Chili Cile Xile Χιλή Чили Чилі Şili צ׳ילה تشيلي شیلی चिली ชิลี チリ 칠레 智利'),
  ('country', 'CM', 'Cameroon Camerún Camarões Cameroun Kamerun Kameroen Καμερούν Камерун קמרון الكاميرون کامرون '
    'कैमरून แคเมอรูน カメルーン 카메룬 喀麦隆 喀麥隆'),
  ('country', 'CN', 'China Chine Cina Xina Kina Kiina Chiny Κίνα Китай Çin סין الصين چین चीन Tiongkok Trung Quốc '
    'จีน 中国 중국 中國'),
  ('country', 'CO', 'Colombia Colombie Kolumbien Kolumbia Kolumbie Columbia Kolumbija Κολομβία Колумбия Колумбія '
    'Kolombiya קולומביה كولومبيا کلمبیا कोलंबिया Kolombia โคลอมเบีย コロンビア 콜롬비아 哥伦比亚 哥倫比亞'),
  ('country', 'CR', 'Costa Rica Kostaryka Kostarika Κόστα Ρίκα Коста-Рика Kosta Rika קוסטה ריקה كوستاريكا '
    'کاستاریکا कोस्टारिका คอสตาริกา コスタリカ 코스타리카 哥斯达黎加 哥斯大黎加'),
  ('country', 'CU', 'Cuba Kuba Kuuba Κούβα Куба קובה كوبا کوبا क्यूबा คิวบา キューバ 쿠바 古巴'),
  ('country', 'CV', 'Cape Verde Cabo Verde Cap-Vert Capo Verde Kaapverdië Cap Verd Kap Verde Kapp Verde Republika '
    'Zielonego Przylądka Kapverdy Zöld-foki Köztársaság Capul Verde Zelenortska Republika Πράσινο Ακρωτήριο '
    'Кабо-Верде כף ורדה الرأس الأخضر کیپ‌ورد केप वर्ड Tanjung Verde เคปเวิร์ด カーボベルデ 카보베르데 佛得角 維德角'),
  ('country', 'CW', 'Curaçao Curazao Κουρασάο Кюрасао קוראסאו كوراساو کوراسائو कुरासाओ คูราเซา キュラソー 퀴라소 库拉索 庫拉索'),
  ('country', 'CX', 'Christmas Island Isla de Navidad Ilha Christmas Île Christmas Weihnachtsinsel Isola '
    'Christmas Christmaseiland Illa Christmas Julön Juleøen Christmasøya Joulusaari Wyspa Bożego Narodzenia '
    'Vánoční ostrov Vianočný ostrov Karácsony-sziget Insula Christmas Božićni Otok Νήσος των Χριστουγέννων о-в '
    'Рождества Острів Різдва Christmas Adası אי חג המולד جزيرة كريسماس جزیرهٔ کریسمس क्रिसमस द्वीप Pulau Natal '
    'Đảo Giáng Sinh เกาะคริสต์มาส クリスマス島 크리스마스섬 圣诞岛 聖誕島'),
  ('country', 'CY', 'Cyprus Chipre Chypre Zypern Cipro Xipre Cypern Kypros Cypr Kypr Ciprus Cipru Cipar Κύπρος '
    'Кипр Кіпр Kıbrıs קפריסין قبرص قبرس साइप्रस Siprus Síp ไซปรัส キプロス 키프로스 塞浦路斯 賽普勒斯'),
  ('country', 'CZ', 'Czechia Chequia Tchéquia Tchéquie Tschechien Cechia Tsjechië Txèquia Tjeckien Tjekkiet '
    'Tsjekkia Tšekki Czechy Česko Csehország Cehia Češka Τσεχία Чехия Чехія Çekya צ׳כיה التشيك چک चेकिया Ceko Séc '
    'เช็ก チェコ 체코 捷克'),
  ('country', 'DE', 'Germany Alemania Alemanha Allemagne Deutschland Germania Duitsland Alemanya Tyskland Saksa '
    'Niemcy Německo Németország Njemačka Γερμανία Германия Німеччина Almanya גרמניה ألمانيا آلمان जर्मनी Jerman '
    'Đức เยอรมนี ドイツ 독일 德国 德國'),
  ('country', 'DJ', 'Djibouti Yibuti Djibuti Dschibuti Gibuti Dżibuti Džibutsko Dzsibuti Τζιμπουτί Джибути '
    'Джибуті Cibuti ג׳יבוטי جيبوتي جیبوتی जिबूती Jibuti จิบูตี ジブチ 지부티 吉布提 吉布地'),
  ('country', 'DK', 'Denmark Dinamarca Danemark Danimarca Denemarken Danmark Tanska Dania Dánsko Danemarca Danska '
    'Δανία Дания Данія Danimarka דנמרק الدانمرك دانمارک डेनमार्क Đan Mạch เดนมาร์ก デンマーク 덴마크 丹麦 丹麥'),
  ('country', 'DM', 'Dominica Dominique Dominika Ντομίνικα Доминика Домініка דומיניקה دومينيكا دومینیکا डोमिनिका '
    'โดมินิกา ドミニカ国 도미니카 多米尼克'),
  ('country', 'DO', 'Dominican Republic República Dominicana République dominicaine Dominikanische Republik '
    'Repubblica Dominicana Dominicaanse Republiek Dominikanska republiken Den Dominikanske Republik Den '
    'dominikanske republikk Dominikaaninen tasavalta Dominikana Dominikánská republika Dominikai Köztársaság '
    'Δομινικανή Δημοκρατία Доминиканская Республика Домініканська Республіка Dominik Cumhuriyeti הרפובליקה '
    'הדומיניקנית جمهورية الدومينيكان جمهوری دومینیکن डोमिनिकन गणराज्य Republik Dominika Cộng hòa Dominica '
    'สาธารณรัฐโดมินิกัน ドミニカ共和国 도미니카 공화국 多米尼加共和国 多明尼加共和國'),
  ('country', 'DZ', 'Algeria Argelia Algérie Algerien Algerije Algeriet Algieria Alžírsko Alžir Αλγερία Алжир '
    'Cezayir אלג׳יריה الجزائر الجزایر अल्जीरिया Aljazair แอลจีเรีย アルジェリア 알제리 阿尔及利亚 阿爾及利亞'),
  ('country', 'EC', 'Ecuador Equador Équateur Ekwador Ekvádor Ισημερινός Эквадор Еквадор אקוודור الإكوادور '
    'اکوادور इक्वाडोर Ekuador เอกวาดอร์ エクアドル 에콰도르 厄瓜多尔 厄瓜多'),
  ('country', 'EE', 'Estonia Estonie Estland Viro Estonsko Észtország Estonija Εσθονία Эстония Естонія Estonya '
    'אסטוניה إستونيا استونی एस्टोनिया เอสโตเนีย エストニア 에스토니아 爱沙尼亚 愛沙尼亞 Eesti'),
  ('country', 'EG', 'Egypt Egipto Egito Égypte Ägypten Egitto Egipte Egypten Egypti Egipt Egyiptom Egipat '
    'Αίγυπτος Египет Єгипет Mısır מצרים مصر मिस्र Mesir Ai Cập อียิปต์ エジプト 이집트 埃及'),
  ('country', 'EH', 'Western Sahara Sáhara Occidental Saara Ocidental Westsahara Sahara Occidentale Westelijke '
    'Sahara Västsahara Vestsahara Vest-Sahara Länsi-Sahara Sahara Zachodnia Západní Sahara Západná Sahara '
    'Nyugat-Szahara Sahara Occidentală Δυτική Σαχάρα Западная Сахара Західна Сахара Batı Sahra סהרה המערבית '
    'الصحراء الغربية صحرای غربی पश्चिमी सहारा Sahara Barat Tây Sahara ซาฮาราตะวันตก 西サハラ 서사하라 西撒哈拉'),
  ('country', 'ER', 'Eritrea Eritreia Érythrée Erytrea Eritreea Eritreja Ερυθραία Эритрея Еритрея Eritre אריתריאה '
    'إريتريا اریتره इरिट्रिया เอริเทรีย エリトリア 에리트리아 厄立特里亚 厄利垂亞 ኤርትራ'),
  ('country', 'ES', 'Spain España Espanha Espagne Spanien Spagna Spanje Espanya Spania Espanja Hiszpania '
    'Španělsko Španielsko Spanyolország Španjolska Ισπανία Испания Іспанія İspanya ספרד إسبانيا اسپانیا स्पेन '
    'Spanyol Tây Ban Nha สเปน スペイン 스페인 西班牙'),
  ('country', 'ET', 'Ethiopia Etiopía Éthiopie Äthiopien Etiopien Etiopie Etiopija Αιθιοπία Эфиопия Ефіопія '
    'Etiyopya אתיופיה إثيوبيا اتیوپی इथियोपिया เอธิโอเปีย エチオピア 에티오피아 埃塞俄比亚 衣索比亞 ኢትዮጵያ'),
  ('country', 'FI', 'Finland Finlandia Finlande Finnland Suomi Finsko Finnország Finlanda Finska Φινλανδία '
    'Финляндия Фінляндія Finlandiya פינלנד فنلندا فنلاند फ़िनलैंड Phần Lan ฟินแลนด์ フィンランド 핀란드 芬兰 芬蘭'),
  ('country', 'FJ', 'Fiji Fiyi Fidji Fidschi Figi Fidži Fidzsi Φίτζι Фиджи Фіджі פיג׳י فيجي فیجی फ़िजी ฟิจิ フィジー '
    '피지 斐济 斐濟'),
  ('country', 'FK', 'Falkland Islands Islas Malvinas Ilhas Malvinas Îles Malouines Falklandinseln Isole Falkland '
    'Falklandeilanden Illes Falkland Falklandsöarna Falklandsøerne Falklandsøyene Falklandinsaaret Falklandy '
    'Falklandské ostrovy Falkland-szigetek Insulele Falkland Falklandski Otoci Νήσοι Φόκλαντ Фолклендские о-ва '
    'Фолклендські Острови Falkland Adaları איי פוקלנד جزر فوكلاند جزایر فالکلند फ़ॉकलैंड द्वीपसमूह Kepulauan '
    'Falkland Quần đảo Falkland หมู่เกาะฟอล์กแลนด์ フォークランド諸島 포클랜드 제도 福克兰群岛 福克蘭群島'),
  ('country', 'FM', 'Micronesia Micronésie Mikronesien Mikronesiaføderasjonen Mikronesia Mikronezja Mikronésie '
    'Mikronézia Micronezia Mikronezija Μικρονησία Федеративные Штаты Микронезии Мікронезія Mikronezya מיקרונזיה '
    'ميكرونيزيا میکرونزی माइक्रोनेशिया ไมโครนีเซีย ミクロネシア連邦 미크로네시아 密克罗尼西亚 密克羅尼西亞'),
  ('country', 'FO', 'Faroe Islands Islas Feroe Ilhas Faroé Îles Féroé Färöer Isole Fær Øer Faeröer Illes Fèroe '
    'Färöarna Færøerne Færøyene Färsaaret Wyspy Owcze Faerské ostrovy Feröer szigetek Insulele Feroe Farski Otoci '
    'Νήσοι Φερόες Фарерские о-ва Фарерські Острови Faroe Adaları איי פארו جزر فارو جزایر فارو फ़ेरो द्वीपसमूह '
    'Kepulauan Faroe Quần đảo Faroe หมู่เกาะแฟโร フェロー諸島 페로 제도 法罗群岛 法羅群島 Føroyar'),
  ('country', 'FR', 'France Francia França Frankreich Frankrijk Frankrike Frankrig Ranska Francja Francie '
    'Francúzsko Franciaország Franța Francuska Γαλλία Франция Франція Fransa צרפת فرنسا فرانسه फ़्रांस Prancis '
    'Pháp ฝรั่งเศส フランス 프랑스 法国 法國'),
  ('country', 'GA', 'Gabon Gabão Gabun Γκαμπόν Габон גבון الغابون گابن गैबॉन กาบอง ガボン 가봉 加蓬 加彭'),
  ('country', 'GB', 'United Kingdom UK Reino Unido RU Royaume-Uni R.-U. Vereinigtes Königreich Regno Unito '
    'Verenigd Koninkrijk VK Regne Unit Storbritannien Storbritannia Iso-Britannia Wielka Brytania Wlk. Bryt. '
    'Spojené království GB Spojené kráľovstvo Egyesült Királyság Regatul Unit Ujedinjeno Kraljevstvo Ηνωμένο '
    'Βασίλειο ΗΒ Великобритания Британия Велика Британія Birleşik Krallık BK בריטניה المملكة المتحدة بریتانیا '
    'यूनाइटेड किंगडम यू॰के॰ Inggris Raya Vương quốc Anh สหราชอาณาจักร イギリス 英国 영국 英國'),
  ('country', 'GD', 'Grenada Granada Grenade Γρενάδα Гренада גרנדה غرينادا گرنادا ग्रेनाडा เกรเนดา グレナダ 그레나다 格林纳达 '
    '格瑞那達'),
  ('country', 'GE', 'Georgia Géorgie Georgien Gruzja Gruzie Gruzínsko Grúzia Gruzija Γεωργία Грузия Грузія '
    'Gürcistan גאורגיה جورجيا گرجستان जॉर्जिया จอร์เจีย ジョージア 조지아 格鲁吉亚 喬治亞 საქართველო'),
  ('country', 'GF', 'French Guiana Guayana Francesa Guyane française Französisch-Guayana Guyana Francese '
    'Frans-Guyana Guaiana Francesa Franska Guyana Fransk Guyana Ranskan Guayana Gujana Francuska Francouzská '
    'Guyana Francúzska Guyana Francia Guyana Guyana Franceză Francuska Gijana Γαλλική Γουιάνα Французская Гвиана '
    'Французька Гвіана Fransız Guyanası גיאנה הצרפתית غويانا الفرنسية گویان فرانسه फ़्रेंच गुयाना Guyana Prancis '
    'Guiana thuộc Pháp เฟรนช์เกียนา 仏領ギアナ 프랑스령 기아나 法属圭亚那 法屬圭亞那'),
  ('country', 'GG', 'Guernsey Guernesey Γκέρνζι Гернси Гернсі גרנזי غيرنزي گرنزی गर्नसी เกิร์นซีย์ ガーンジー 건지 根西岛 '
    '根息'),
  ('country', 'GH', 'Ghana Gana Γκάνα Гана גאנה غانا غنا घाना กานา ガーナ 가나 加纳 迦納 Gaana'),
  ('country', 'GI', 'Gibraltar Gibilterra Γιβραλτάρ Гибралтар Гібралтар Cebelitarık גיברלטר جبل طارق جبل‌الطارق '
    'जिब्राल्टर ยิบรอลตาร์ ジブラルタル 지브롤터 直布罗陀 直布羅陀'),
  ('country', 'GL', 'Greenland Groenlandia Groenland Grönland Grönlanti Grenlandia Grónsko Groenlanda Grenland '
    'Γροιλανδία Гренландия Гренландія גרינלנד غرينلاند گرینلند ग्रीनलैंड กรีนแลนด์ グリーンランド 그린란드 格陵兰 格陵蘭 Kalaallit '
    'Nunaat'),
  ('country', 'GM', 'Gambia Gambie Gambija Γκάμπια Гамбия Гамбія Gambiya גמביה غامبيا گامبیا गाम्बिया แกมเบีย '
    'ガンビア 감비아 冈比亚 甘比亞'),
  ('country', 'GN', 'Guinea Guiné Guinée Gwinea Guineea Gvineja Γουινέα Гвинея Гвінея Gine גינאה غينيا گینه गिनी '
    'กินี ギニア 기니 几内亚 幾內亞'),
  ('country', 'GP', 'Guadeloupe Guadalupe Guadalupa Gwadelupa Guadelupa Γουαδελούπη Гваделупа גוואדלופ غوادلوب '
    'گوادلوپ ग्वाडेलूप กวาเดอลูป グアドループ 과들루프 瓜德罗普 瓜地洛普'),
  ('country', 'GQ', 'Equatorial Guinea Guinea Ecuatorial Guiné Equatorial Guinée équatoriale Äquatorialguinea '
    'Equatoriaal-Guinea Ekvatorialguinea Ækvatorialguinea Ekvatorial-Guinea Päiväntasaajan Guinea Gwinea '
    'Równikowa Rovníková Guinea Egyenlítői-Guinea Guineea Ecuatorială Ekvatorska Gvineja Ισημερινή Γουινέα '
    'Экваториальная Гвинея Екваторіальна Гвінея Ekvator Ginesi גינאה המשוונית غينيا الاستوائية گینهٔ استوایی '
    'इक्वेटोरियल गिनी Guinea Ekuatorial Guinea Xích Đạo อิเควทอเรียลกินี 赤道ギニア 적도 기니 赤道几内亚 赤道幾內亞'),
  ('country', 'GR', 'Greece Grecia Grèce Griechenland Griekenland Grekland Grækenland Hellas Kreikka Grecja Řecko '
    'Grécko Görögország Grčka Ελλάδα Греция Греція Yunanistan יוון اليونان یونان यूनान Yunani Hy Lạp กรีซ ギリシャ '
    '그리스 希腊 希臘'),
  ('country', 'GS', 'South Georgia & South Sandwich Islands Islas Georgia del Sur y Sandwich del Sur Ilhas '
    'Geórgia do Sul e Sandwich do Sul Géorgie du Sud-et-les Îles Sandwich du Sud Südgeorgien und die Südlichen '
    'Sandwichinseln Georgia del Sud e Sandwich Australi Zuid-Georgia en Zuidelijke Sandwicheilanden Illes Geòrgia '
    'del Sud i Sandwich del Sud Sydgeorgien och Sydsandwichöarna South Georgia og De Sydlige Sandwichøer '
    'Sør-Georgia og Sør-Sandwichøyene Etelä-Georgia ja Eteläiset Sandwichinsaaret Georgia Południowa i Sandwich '
    'Południowy Jižní Georgie a Jižní Sandwichovy ostrovy Južná Georgia a Južné Sandwichove ostrovy Déli-Georgia '
    'és Déli-Sandwich-szigetek Georgia de Sud și Insulele Sandwich de Sud Južna Georgia i Otoci Južni Sandwich '
    'Νήσοι Νότια Γεωργία και Νότιες Σάντουιτς Южная Георгия и Южные Сандвичевы о-ва Південна Джорджія та Південні '
    'Сандвічеві Острови Güney Georgia ve Güney Sandwich Adaları ג׳ורג׳יה הדרומית ואיי סנדוויץ׳ הדרומיים جورجيا '
    'الجنوبية وجزر ساندويتش الجنوبية جورجیای جنوبی و جزایر ساندویچ جنوبی दक्षिण जॉर्जिया और दक्षिण सैंडविच '
    'द्वीपसमूह Georgia Selatan & Kep. Sandwich Selatan Nam Georgia & Quần đảo Nam Sandwich '
    'เกาะเซาท์จอร์เจียและหมู่เกาะเซาท์แซนด์วิช サウスジョージア・サウスサンドウィッチ諸島 사우스조지아 사우스샌드위치 제도 南乔治亚和南桑威奇群岛 南喬治亞與南三明治群島'),
  ('country', 'GT', 'Guatemala Gwatemala Gvatemala Γουατεμάλα Гватемала גואטמלה غواتيمالا گواتمالا ग्वाटेमाला '
    'กัวเตมาลา グアテマラ 과테말라 危地马拉 瓜地馬拉'),
  ('country', 'GU', 'Guam Γκουάμ Гуам גואם غوام گوام गुआम กวม グアム 괌 关岛 關島'),
  ('country', 'GW', 'Guinea-Bissau Guinea-Bisáu Guiné-Bissau Guinée-Bissau Gwinea Bissau Guineea-Bissau Gvineja '
    'Bisau Γουινέα Μπισάου Гвинея-Бисау Гвінея-Бісау Gine-Bissau גינאה-ביסאו غينيا بيساو گینهٔ بیسائو गिनी-बिसाउ '
    'กินี-บิสเซา ギニアビサウ 기니비사우 几内亚比绍 幾內亞比索'),
  ('country', 'GY', 'Guyana Guiana Gujana Gvajana Γουιάνα Гайана Гаяна גיאנה غيانا گویان गुयाना กายอานา ガイアナ 가이아나 '
    '圭亚那 蓋亞那'),
  ('country', 'HK', 'Hong Kong SAR China RAE de Hong Kong (China) Hong Kong, RAE da China R.A.S. chinoise de Hong '
    'Kong Sonderverwaltungsregion Hongkong RAS di Hong Kong Hongkong SAR van China Hong Kong (RAE Xina) Hongkong '
    'SAR Kina Hongkong – Kiinan erityishallintoalue SRA Hongkong (Chiny) Hongkong – ZAO Číny Hongkong – OAO Číny '
    'Hongkong KKT PUP Hong Kong Kina Χονγκ Κονγκ ΕΔΠ Κίνας Гонконг (САР) Гонконг, ОАР Китаю Çin Hong Kong ÖİB '
    'הונג קונג (אזור מנהלי מיוחד של סין) هونغ كونغ الصينية (منطقة إدارية خاصة) هنگ‌کنگ، منطقهٔ ویژهٔ اداری چین '
    'हाँग काँग (चीन विशेष प्रशासनिक क्षेत्र) Hong Kong DAK Tiongkok Đặc khu Hành chính Hồng Kông, Trung Quốc '
    'เขตปกครองพิเศษฮ่องกงแห่งสาธารณรัฐประชาชนจีน ฮ่องกง 中華人民共和国香港特別行政区 香港 홍콩(중국 특별행정구) 中国香港特别行政区 中國香港特別行政區'),
  ('country', 'HM', 'Heard & McDonald Islands Islas Heard y McDonald Ilhas Heard e McDonald Îles '
    'Heard-et-MacDonald Heard und McDonaldinseln Isole Heard e McDonald Heard en McDonaldeilanden Illes Heard i '
    'McDonald Heardön och McDonaldöarna Heard Island og McDonald Islands Heard- og McDonaldøyene Heard ja '
    'McDonaldinsaaret Wyspy Heard i McDonalda Heardův ostrov a McDonaldovy ostrovy Heardov ostrov a Macdonaldove '
    'ostrovy Heard-sziget és McDonald-szigetek Insula Heard și Insulele McDonald Otoci Heard i McDonald Νήσοι '
    'Χερντ και Μακντόναλντ о-ва Херд и Макдональд Острови Герд і Макдоналд Heard Adası ve McDonald Adaları איי '
    'הרד ומקדונלד جزيرة هيرد وجزر ماكدونالد هرد و جزایر مک‌دونالد हर्ड द्वीप और मैकडोनॉल्ड द्वीपसमूह Pulau Heard '
    'dan Kepulauan McDonald Quần đảo Heard và McDonald เกาะเฮิร์ดและหมู่เกาะแมกดอนัลด์ ハード島・マクドナルド諸島 허드 맥도널드 제도 '
    '赫德岛和麦克唐纳群岛 赫德島及麥唐納群島'),
  ('country', 'HN', 'Honduras Hondures Ονδούρα Гондурас הונדורס هندوراس होंडूरास ฮอนดูรัส ホンジュラス 온두라스 洪都拉斯 宏都拉斯'),
  ('country', 'HR', 'Croatia Croacia Croatie Kroatien Croazia Kroatië Kroatia Chorwacja Chorvatsko Horvátország '
    'Hrvatska Κροατία Хорватия Хорватія Hırvatistan קרואטיה كرواتيا کرواسی क्रोएशिया Kroasia โครเอเชีย クロアチア '
    '크로아티아 克罗地亚 克羅埃西亞'),
  ('country', 'HT', 'Haiti Αϊτή Гаити Гаїті האיטי هايتي هائیتی हैती เฮติ ハイチ 아이티 海地'),
  ('country', 'HU', 'Hungary Hungría Hongrie Ungarn Ungheria Hongarije Hongria Ungern Unkari Węgry Maďarsko '
    'Magyarország Ungaria Mađarska Ουγγαρία Венгрия Угорщина Macaristan הונגריה هنغاريا مجارستان हंगरी Hungaria '
    'ฮังการี ハンガリー 헝가리 匈牙利'),
  ('country', 'ID', 'Indonesia Indonésie Indonesien Indonezja Indonézia Indonezija Ινδονησία Индонезия Індонезія '
    'Endonezya אינדונזיה إندونيسيا اندونزی इंडोनेशिया อินโดนีเซีย インドネシア 인도네시아 印度尼西亚 印尼'),
  ('country', 'IE', 'Ireland Irlanda Irlande Irland Ierland Irlanti Irlandia Irsko Írország Irska Ιρλανδία '
    'Ирландия Ірландія אירלנד أيرلندا ایرلند आयरलैंड ไอร์แลนด์ アイルランド 아일랜드 爱尔兰 愛爾蘭'),
  ('country', 'IL', 'Israel Israele Izrael Ισραήλ Израиль Ізраїль İsrail ישראל إسرائيل اسرائیل इज़राइल อิสราเอล '
    'イスラエル 이스라엘 以色列'),
  ('country', 'IM', 'Isle of Man Isla de Man Ilha de Man Île de Man Isola di Man Illa de Man Mansaari Wyspa Man '
    'Ostrov Man Man-sziget Insula Man Otok Man Νήσος του Μαν о-в Мэн Острів Мен Man Adası האי מאן جزيرة مان '
    'جزیرهٔ من आइल ऑफ़ मैन Pulau Man Đảo Man เกาะแมน マン島 맨섬 马恩岛 曼島'),
  ('country', 'IN', 'India Inde Indien Intia Indie Indija Ινδία Индия Індія Hindistan הודו الهند هند भारत Ấn Độ '
    'อินเดีย インド 인도 印度'),
  ('country', 'IO', 'British Indian Ocean Territory Territorio Británico del Océano Índico Território Britânico '
    'do Oceano Índico Territoire britannique de l’océan Indien Britisches Territorium im Indischen Ozean '
    'Territorio Britannico dell’Oceano Indiano Brits Indische Oceaanterritorium Territori Britànic de l’Oceà '
    'Índic Brittiska territoriet i Indiska oceanen Det Britiske Territorium i Det Indiske Ocean Det britiske '
    'territoriet i Indiahavet Brittiläinen Intian valtameren alue Brytyjskie Terytorium Oceanu Indyjskiego '
    'Britské indickooceánské území Britské indickooceánske územie Brit Indiai-óceáni Terület Teritoriul Britanic '
    'din Oceanul Indian Britanski Indijskooceanski Teritorij Βρετανικά Εδάφη Ινδικού Ωκεανού Британская '
    'территория в Индийском океане Британська територія в Індійському океані Britanya Hint Okyanusu Toprakları '
    'הטריטוריה הבריטית באוקיינוס ההודי الإقليم البريطاني في المحيط الهندي قلمرو بریتانیا در اقیانوس هند ब्रिटिश '
    'हिंद महासागरीय क्षेत्र Wilayah Inggris di Samudra Hindia Lãnh thổ Ấn Độ Dương thuộc Anh '
    'บริติชอินเดียนโอเชียนเทร์ริทอรี 英領インド洋地域 영국령 인도양 지역 英属印度洋领地 英屬印度洋領地'),
  ('country', 'IQ', 'Iraq Irak Iraque Ιράκ Ирак Ірак עיראק العراق عراق इराक อิรัก イラク 이라크 伊拉克'),
  ('country', 'IR', 'Iran Irã Ιράν Иран Іран איראן إيران ایران ईरान อิหร่าน イラン 이란 伊朗'),
  ('country', 'IS', 'Iceland Islandia Islande Island Islanda IJsland Islanti Izland Ισλανδία Исландия Ісландія '
    'İzlanda איסלנד آيسلندا ایسلند आइसलैंड ไอซ์แลนด์ アイスランド 아이슬란드 冰岛 冰島'),
  ('country', 'IT', 'Italy Italia Italie Italien Włochy Taliansko Olaszország Italija Ιταλία Италия Італія İtalya '
    'איטליה إيطاليا ایتالیا इटली อิตาลี イタリア 이탈리아 意大利 義大利'),
  ('country', 'JE', 'Jersey Τζέρζι Джерси Джерсі ג׳רזי جيرسي جرزی जर्सी เจอร์ซีย์ ジャージー 저지 泽西岛 澤西島'),
  ('country', 'JM', 'Jamaica Jamaïque Jamaika Giamaica Jamajka Τζαμάικα Ямайка ג׳מייקה جامايكا جامائیکا जमैका '
    'จาเมกา ジャマイカ 자메이카 牙买加 牙買加'),
  ('country', 'JO', 'Jordan Jordania Jordanie Jordanien Giordania Jordánsko Iordania Ιορδανία Иордания Йорданія '
    'Ürdün ירדן الأردن اردن जॉर्डन Yordania จอร์แดน ヨルダン 요르단 约旦 約旦'),
  ('country', 'JP', 'Japan Japón Japão Giappone Japó Japani Japonia Japonsko Ιαπωνία Япония Японія Japonya יפן '
    'اليابان ژاپن जापान Jepang Nhật Bản ญี่ปุ่น 日本 일본'),
  ('country', 'KE', 'Kenya Kenia Quênia Keňa Kenija Κένυα Кения Кенія קניה كينيا کنیا केन्या เคนยา ケニア 케냐 肯尼亚 肯亞'),
  ('country', 'KG', 'Kyrgyzstan Kirguistán Quirguistão Kirghizstan Kirgisistan Kirghizistan Kirgizië Kirguizstan '
    'Kirgizistan Kirgisia Kirgistan Kirgizsko Kirgizisztán Kârgâzstan Κιργιστάν Киргизия Киргизстан קירגיזסטן '
    'قيرغيزستان قرقیزستان किर्गिज़स्तान Kirgizstan คีร์กีซสถาน キルギス 키르기스스탄 吉尔吉斯斯坦 吉爾吉斯 Кыргызстан'),
  ('country', 'KH', 'Cambodia Camboya Camboja Cambodge Kambodscha Cambogia Cambodja Kambodja Kambodsja Kambodža '
    'Kambodzsa Cambodgia Καμπότζη Камбоджа Kamboçya קמבודיה كمبوديا کامبوج कंबोडिया Kamboja Campuchia กัมพูชา '
    'カンボジア 캄보디아 柬埔寨 កម្ពុជា'),
  ('country', 'KI', 'Kiribati Quiribati Κιριμπάτι Кирибати Кірибаті קיריבאטי كيريباتي کیریباتی किरिबाती คิริบาส '
    'キリバス 키리바시 基里巴斯 吉里巴斯'),
  ('country', 'KM', 'Comoros Comoras Comores Komoren Comore Comoren Komorerna Comorerne Komorene Komorit Komory '
    'Comore-szigetek Komori Κομόρες Коморы Комори Komorlar קומורו جزر القمر کومور कोमोरोस Komoro คอโมโรส コモロ 코모로 '
    '科摩罗 葛摩'),
  ('country', 'KN', 'St. Kitts & Nevis San Cristóbal y Nieves São Cristóvão e Névis Saint-Christophe-et-Niévès '
    'St. Kitts und Nevis Saint Kitts en Nevis Saint Kitts i Nevis S:t Kitts och Nevis Saint Kitts og Nevis Saint '
    'Kitts ja Nevis Svatý Kryštof a Nevis Svätý Krištof a Nevis Saint Kitts és Nevis Saint Kitts și Nevis Sveti '
    'Kristofor i Nevis Σεν Κιτς και Νέβις Сент-Китс и Невис Сент-Кітс і Невіс Saint Kitts ve Nevis סנט קיטס '
    'ונוויס سانت كيتس ونيفيس سنت کیتس و نویس सेंट किट्स और नेविस Saint Kitts dan Nevis St. Kitts và Nevis '
    'เซนต์คิตส์และเนวิส セントクリストファー・ネーヴィス 세인트키츠 네비스 圣基茨和尼维斯 聖克里斯多福及尼維斯'),
  ('country', 'KP', 'North Korea Corea del Norte Coreia do Norte Corée du Nord Nordkorea Noord-Korea '
    'Pohjois-Korea Korea Północna Severní Korea Severná Kórea Észak-Korea Coreea de Nord Sjeverna Koreja Βόρεια '
    'Κορέα КНДР Північна Корея Kuzey Kore קוריאה הצפונית كوريا الشمالية کرهٔ شمالی उत्तर कोरिया Korea Utara Triều '
    'Tiên เกาหลีเหนือ 北朝鮮 북한 朝鲜 北韓'),
  ('country', 'KR', 'South Korea Corea del Sur Coreia do Sul Corée du Sud Südkorea Zuid-Korea Sydkorea Sør-Korea '
    'Etelä-Korea Korea Południowa Jižní Korea Južná Kórea Coreea de Sud Južna Koreja Νότια Κορέα Республика Корея '
    'Південна Корея Güney Kore קוריאה הדרומית كوريا الجنوبية کرهٔ جنوبی दक्षिण कोरिया Korea Selatan Hàn Quốc '
    'เกาหลีใต้ 韓国 대한민국 한국 韩国 南韓'),
  ('country', 'KW', 'Kuwait Koweït Koeweit Kuwejt Kuvajt Kuvait Kuweit Κουβέιτ Кувейт Kuveyt כווית الكويت کویت '
    'कुवैत คูเวต クウェート 쿠웨이트 科威特'),
  ('country', 'KY', 'Cayman Islands Islas Caimán Ilhas Cayman Îles Caïmans Kaimaninseln Isole Cayman '
    'Kaaimaneilanden Illes Caiman Caymanöarna Caymanøerne Caymanøyene Caymansaaret Kajmany Kajmanské ostrovy '
    'Kajmanie ostrovy Kajmán-szigetek Insulele Cayman Kajmanski Otoci Νήσοι Κέιμαν о-ва Кайман Кайманові Острови '
    'Cayman Adaları איי קיימן جزر كايمان جزایر کِیمن कैमेन द्वीपसमूह Kepulauan Cayman Quần đảo Cayman '
    'หมู่เกาะเคย์แมน ケイマン諸島 케이맨 제도 开曼群岛 開曼群島'),
  ('country', 'KZ', 'Kazakhstan Kazajistán Cazaquistão Kasachstan Kazakistan Kazachstan Kazakstan Kasakhstan '
    'Kazahsztán Kazahstan Καζακστάν Казахстан קזחסטן كازاخستان قزاقستان कज़ाखस्तान คาซัคสถาน カザフスタン 카자흐스탄 哈萨克斯坦 '
    '哈薩克'),
  ('country', 'LA', 'Laos Lao Laosz Λάος Лаос לאוס لاوس لائوس लाओस ลาว ラオス 라오스 老挝 寮國 ລາວ'),
  ('country', 'LB', 'Lebanon Líbano Liban Libanon Λίβανος Ливан Ліван Lübnan לבנון لبنان लेबनान Li-băng เลบานอน '
    'レバノン 레바논 黎巴嫩'),
  ('country', 'LC', 'St. Lucia Santa Lucía Sainte-Lucie Saint Lucia S:t Lucia Svatá Lucie Sfânta Lucia Sveta '
    'Lucija Αγία Λουκία Сент-Люсия Сент-Люсія סנט לוסיה سانت لوسيا سنت لوسیا सेंट लूसिया เซนต์ลูเซีย セントルシア '
    '세인트루시아 圣卢西亚 聖露西亞'),
  ('country', 'LI', 'Liechtenstein Lichtenštejnsko Lichtenštajnsko Lihtenštajn Λιχτενστάιν Лихтенштейн '
    'Ліхтенштейн ליכטנשטיין ليختنشتاين لیختن‌اشتاین लिचेंस्टीन ลิกเตนสไตน์ リヒテンシュタイン 리히텐슈타인 列支敦士登 列支敦斯登'),
  ('country', 'LK', 'Sri Lanka Σρι Λάνκα Шри-Ланка Шрі-Ланка סרי לנקה سريلانكا سری‌لانکا श्रीलंका ศรีลังกา スリランカ '
    '스리랑카 斯里兰卡 斯里蘭卡 ශ්‍රී ලංකාව'),
  ('country', 'LR', 'Liberia Libérie Liberija Λιβερία Либерия Ліберія Liberya ליבריה ليبيريا لیبریا लाइबेरिया '
    'ไลบีเรีย リベリア 라이베리아 利比里亚 賴比瑞亞'),
  ('country', 'LS', 'Lesotho Lesoto Λεσότο Лесото לסוטו ليسوتو لسوتو लेसोथो เลโซโท レソト 레소토 莱索托 賴索托'),
  ('country', 'LT', 'Lithuania Lituania Lituanie Litauen Litouwen Liettua Litwa Litva Litvánia Λιθουανία Литва '
    'Litvanya ליטא ليتوانيا لیتوانی लिथुआनिया ลิทัวเนีย リトアニア 리투아니아 立陶宛 Lietuva'),
  ('country', 'LU', 'Luxembourg Luxemburgo Luxemburg Lussemburgo Luksemburg Lucembursko Luxembursko Λουξεμβούργο '
    'Люксембург לוקסמבורג لوكسمبورغ لوکزامبورگ लग्ज़मबर्ग ลักเซมเบิร์ก ルクセンブルク 룩셈부르크 卢森堡 盧森堡'),
  ('country', 'LV', 'Latvia Letonia Lettonie Lettland Lettonia Letland Łotwa Lotyšsko Lettország Latvija Λετονία '
    'Латвия Латвія Letonya לטביה لاتفيا لتونی लातविया ลัตเวีย ラトビア 라트비아 拉脱维亚 拉脫維亞'),
  ('country', 'LY', 'Libya Libia Libye Libyen Libië Libija Λιβύη Ливия Лівія לוב ليبيا لیبی लीबिया ลิเบีย リビア 리비아 '
    '利比亚 利比亞'),
  ('country', 'MA', 'Morocco Marruecos Marrocos Maroc Marokko Marocco Marroc Marocko Maroko Μαρόκο Марокко Fas '
    'מרוקו المغرب مراکش मोरक्को Ma-rốc โมร็อกโก モロッコ 모로코 摩洛哥'),
  ('country', 'MC', 'Monaco Monako Μονακό Монако מונקו موناكو موناکو मोनाको โมนาโก モナコ 모나코 摩纳哥 摩納哥'),
  ('country', 'MD', 'Moldova Moldavia Moldavie Republik Moldau Moldavien Mołdawia Moldavsko Republica Moldova '
    'Moldavija Μολδαβία Молдова מולדובה مولدوفا مولداوی मॉल्डोवा มอลโดวา モルドバ 몰도바 摩尔多瓦 摩爾多瓦'),
  ('country', 'ME', 'Montenegro Czarnogóra Černá Hora Čierna Hora Muntenegru Crna Gora Μαυροβούνιο Черногория '
    'Чорногорія Karadağ מונטנגרו الجبل الأسود مونته‌نگرو मोंटेनेग्रो มอนเตเนโกร モンテネグロ 몬테네그로 黑山 蒙特內哥羅 Црна Гора'),
  ('country', 'MF', 'St. Martin San Martín São Martinho Saint-Martin Svatý Martin (Francie) Svätý Martin (fr.) '
    'Sfântul Martin Άγιος Μαρτίνος (Γαλλικό τμήμα) Сен-Мартен סן מרטן سان مارتن سنت مارتین सेंट मार्टिन '
    'เซนต์มาร์ติน サン・マルタン 생마르탱 法属圣马丁 法屬聖馬丁'),
  ('country', 'MG', 'Madagascar Madagaskar Madagaszkár Μαδαγασκάρη Мадагаскар מדגסקר مدغشقر ماداگاسکار मेडागास्कर '
    'มาดากัสการ์ マダガスカル 마다가스카르 马达加斯加 馬達加斯加 Madagasikara'),
  ('country', 'MH', 'Marshall Islands Islas Marshall Ilhas Marshall Îles Marshall Marshallinseln Isole Marshall '
    'Marshalleilanden Illes Marshall Marshallöarna Marshalløerne Marshalløyene Marshallinsaaret Wyspy Marshalla '
    'Marshallovy ostrovy Marshallove ostrovy Marshall-szigetek Insulele Marshall Maršalovi Otoci Νήσοι Μάρσαλ '
    'Маршалловы о-ва Маршаллові Острови Marshall Adaları איי מרשל جزر مارشال جزایر مارشال मार्शल द्वीपसमूह '
    'Kepulauan Marshall Quần đảo Marshall หมู่เกาะมาร์แชลล์ マーシャル諸島 마셜 제도 马绍尔群岛 馬紹爾群島'),
  ('country', 'MK', 'North Macedonia Macedonia del Norte Macedônia do Norte Macédoine du Nord Nordmazedonien '
    'Noord-Macedonië Nordmakedonien Nord-Makedonia Pohjois-Makedonia Macedonia Północna Severní Makedonie Severné '
    'Macedónsko Észak-Macedónia Macedonia de Nord Sjeverna Makedonija Βόρεια Μακεδονία Северная Македония '
    'Північна Македонія Kuzey Makedonya מקדוניה הצפונית مقدونيا الشمالية مقدونیهٔ شمالی उत्तरी मकदूनिया Makedonia '
    'Utara Bắc Macedonia มาซิโดเนียเหนือ 北マケドニア 북마케도니아 北马其顿 北馬其頓 Северна Македонија'),
  ('country', 'ML', 'Mali Μάλι Мали Малі מאלי مالي مالی माली มาลี マリ 말리 马里 馬利'),
  ('country', 'MM', 'Myanmar (Burma) Myanmar (Birmania) Mianmar (Birmânia) Myanmar (Birmanie) Myanmar (Birma) '
    'Mjanma (Birma) Myanmar (Barma) Mjanmarsko Mjanmar (Burma) Μιανμάρ (Βιρμανία) Мьянма (Бирма) Мʼянма (Бірма) '
    'מיאנמר (בורמה) ميانمار (بورما) میانمار (برمه) म्यांमार (बर्मा) Myanmar (Miến Điện) เมียนมา (พม่า) ミャンマー '
    '(ビルマ) 미얀마 缅甸 緬甸 မြန်မာ'),
  ('country', 'MN', 'Mongolia Mongolie Mongolei Mongoliet Mongolsko Mongolija Μογγολία Монголия Монголія '
    'Moğolistan מונגוליה منغوليا مغولستان मंगोलिया Mông Cổ มองโกเลีย モンゴル 몽골 蒙古 Монгол'),
  ('country', 'MO', 'Macao SAR China RAE de Macao (China) Macau, RAE da China R.A.S. chinoise de Macao '
    'Sonderverwaltungsregion Macau RAS di Macao Macau SAR van China Macau (RAE Xina) Macao SAR Kina Macao – '
    'Kiinan erityishallintoalue SRA Makau (Chiny) Macao – ZAO Číny Macao – OAO Číny Makaó KKT PUP Makao Kina '
    'Μακάο ΕΔΠ Κίνας Макао (САР) Макао, ОАР Китаю Çin Makao ÖİB מקאו (אזור מנהלי מיוחד של סין) منطقة ماكاو '
    'الإدارية الخاصة مكاو ماکائو، منطقهٔ ویژهٔ اداری چین मकाऊ (विशेष प्रशासनिक क्षेत्र चीन) Makau DAK Tiongkok '
    'Đặc khu Hành chính Macao, Trung Quốc เขตปกครองพิเศษมาเก๊าแห่งสาธารณรัฐประชาชนจีน มาเก๊า 中華人民共和国マカオ特別行政区 マカオ '
    '마카오(중국 특별행정구) 中国澳门特别行政区 澳门 中國澳門特別行政區 澳門'),
  ('country', 'MP', 'Northern Mariana Islands Islas Marianas del Norte Ilhas Marianas do Norte Îles Mariannes du '
    'Nord Nördliche Marianen Isole Marianne Settentrionali Noordelijke Marianen Illes Marianes del Nord '
    'Nordmarianerna Nordmarianerne Nord-Marianene Pohjois-Mariaanit Mariany Północne Severní Mariany Severné '
    'Mariány Északi Mariana-szigetek Insulele Mariane de Nord Sjevernomarijanski Otoci Νήσοι Βόρειες Μαριάνες '
    'Северные Марианские о-ва Північні Маріанські Острови Kuzey Mariana Adaları איי מריאנה הצפוניים جزر ماريانا '
    'الشمالية جزایر ماریانای شمالی उत्तरी मारियाना द्वीपसमूह Kepulauan Mariana Utara Quần đảo Bắc Mariana '
    'หมู่เกาะนอร์เทิร์นมาเรียนา 北マリアナ諸島 북마리아나제도 北马里亚纳群岛 北馬利安納群島'),
  ('country', 'MQ', 'Martinique Martinica Martynika Martinik Μαρτινίκα Мартиника Мартиніка מרטיניק جزر المارتينيك '
    'مارتینیک मार्टीनिक มาร์ตินีก マルティニーク 마르티니크 马提尼克 馬丁尼克'),
  ('country', 'MR', 'Mauritania Mauritanie Mauretanien Mauretania Mauretanija Μαυριτανία Мавритания Мавританія '
    'Moritanya מאוריטניה موريتانيا موریتانی मॉरिटानिया มอริเตเนีย モーリタニア 모리타니 毛里塔尼亚 茅利塔尼亞'),
  ('country', 'MS', 'Montserrat Μονσεράτ Монтсеррат מונסראט مونتسرات مونت‌سرات मोंटसेरात มอนต์เซอร์รัต モントセラト '
    '몬트세라트 蒙特塞拉特 蒙哲臘'),
  ('country', 'MT', 'Malta Malte Μάλτα Мальта מלטה مالطا مالت माल्टा มอลตา マルタ 몰타 马耳他 馬爾他'),
  ('country', 'MU', 'Mauritius Mauricio Maurice Maurici Mauricius Mauricijus Μαυρίκιος Маврикий Маврикій '
    'מאוריציוס موريشيوس موریس मॉरीशस มอริเชียส モーリシャス 모리셔스 毛里求斯 模里西斯'),
  ('country', 'MV', 'Maldives Maldivas Malediven Maldive Maldiven Maldiverna Maldiverne Maldivene Malediivit '
    'Malediwy Maledivy Maldivy Maldív-szigetek Maldivi Μαλδίβες Мальдивы Мальдіви Maldivler האיים המלדיביים جزر '
    'المالديف مالدیو मालदीव Maladewa มัลดีฟส์ モルディブ 몰디브 马尔代夫 馬爾地夫'),
  ('country', 'MW', 'Malawi Malaui Malavi Μαλάουι Малави Малаві מלאווי ملاوي مالاوی मलावी มาลาวี マラウイ 말라위 马拉维 馬拉威'),
  ('country', 'MX', 'Mexico Mexique Mexiko Messico Mèxic Meksiko Meksyk Μεξικό Мексика Meksika מקסיקו المكسيك '
    'مکزیک मैक्सिको เม็กซิโก メキシコ 멕시코 墨西哥'),
  ('country', 'MY', 'Malaysia Malasia Malaisie Maleisië Malàisia Malesia Malezja Malajsie Malajzia Malezija '
    'Μαλαισία Малайзия Малайзія Malezya מלזיה ماليزيا مالزی मलेशिया มาเลเซีย マレーシア 말레이시아 马来西亚 馬來西亞'),
  ('country', 'MZ', 'Mozambique Moçambique Mosambik Mozambico Moçambic Mozambik Mozambic Μοζαμβίκη Мозамбик '
    'Мозамбік מוזמביק موزمبيق موزامبیک मोज़ांबिक โมซัมบิก モザンビーク 모잠비크 莫桑比克 莫三比克'),
  ('country', 'NA', 'Namibia Namibie Namibija Ναμίμπια Намибия Намібія Namibya נמיביה ناميبيا نامیبیا नामीबिया '
    'นามิเบีย ナミビア 나미비아 纳米比亚 納米比亞'),
  ('country', 'NC', 'New Caledonia Nueva Caledonia Nova Caledônia Nouvelle-Calédonie Neukaledonien Nuova '
    'Caledonia Nieuw-Caledonië Nya Kaledonien Ny Kaledonien Uusi-Kaledonia Nowa Kaledonia Nová Kaledonie '
    'Új-Kaledónia Noua Caledonie Nova Kaledonija Νέα Καληδονία Новая Каледония Нова Каледонія Yeni Kaledonya '
    'קלדוניה החדשה كاليدونيا الجديدة کالدونیای جدید न्यू कैलेडोनिया Kaledonia Baru นิวแคลิโดเนีย ニューカレドニア 뉴칼레도니아 '
    '新喀里多尼亚 新喀里多尼亞'),
  ('country', 'NE', 'Niger Νίγηρας Нигер Нігер Nijer ניז׳ר النيجر نیجر नाइजर ไนเจอร์ ニジェール 니제르 尼日尔 尼日 Nijar'),
  ('country', 'NF', 'Norfolk Island Isla Norfolk Ilha Norfolk Île Norfolk Norfolkinsel Isola Norfolk Illa Norfolk '
    'Norfolkön Norfolkøya Norfolkinsaari Norfolk-sziget Insula Norfolk Otok Norfolk Νήσος Νόρφολκ о-в Норфолк '
    'Острів Норфолк Norfolk Adası האי נורפוק جزيرة نورفولك جزیرهٔ نورفولک नॉरफ़ॉक द्वीप Kepulauan Norfolk Đảo '
    'Norfolk เกาะนอร์ฟอล์ก ノーフォーク島 노퍽섬 诺福克岛 諾福克島'),
  ('country', 'NG', 'Nigeria Nigérie Nigerija Νιγηρία Нигерия Нігерія Nijerya ניגריה نيجيريا نیجریه नाइजीरिया '
    'ไนจีเรีย ナイジェリア 나이지리아 尼日利亚 奈及利亞'),
  ('country', 'NI', 'Nicaragua Nikaragua Nikaragva Νικαράγουα Никарагуа Нікарагуа ניקרגואה نيكاراغوا نیکاراگوئه '
    'निकारागुआ นิการากัว ニカラグア 니카라과 尼加拉瓜'),
  ('country', 'NL', 'Netherlands Países Bajos Países Baixos Pays-Bas Niederlande Paesi Bassi Nederland Països '
    'Baixos Nederländerna Nederlandene Alankomaat Holandia Nizozemsko Holandsko Hollandia Țările de Jos '
    'Nizozemska Κάτω Χώρες Нидерланды Нідерланди Hollanda הולנד هولندا هلند नीदरलैंड Belanda Hà Lan เนเธอร์แลนด์ '
    'オランダ 네덜란드 荷兰 荷蘭'),
  ('country', 'NO', 'Norway Noruega Norvège Norwegen Norvegia Noorwegen Norge Norja Norwegia Norsko Norveška '
    'Νορβηγία Норвегия Норвегія Norveç נורווגיה النرويج نروژ नॉर्वे Na Uy นอร์เวย์ ノルウェー 노르웨이 挪威'),
  ('country', 'NP', 'Nepal Νεπάλ Непал נפאל نيبال نپال नेपाल เนปาล ネパール 네팔 尼泊尔 尼泊爾'),
  ('country', 'NR', 'Nauru Ναουρού Науру נאורו ناورو نائورو नाउरु นาอูรู ナウル 나우루 瑙鲁 諾魯'),
  ('country', 'NU', 'Niue Νιούε Ниуэ Ніуе ניווה نيوي نیوئه नीयू นีอูเอ ニウエ 니우에 纽埃 紐埃島'),
  ('country', 'NZ', 'New Zealand Nueva Zelanda Nova Zelândia Nouvelle-Zélande Neuseeland Nuova Zelanda '
    'Nieuw-Zeeland Nya Zeeland Uusi-Seelanti Nowa Zelandia Nový Zéland Új-Zéland Noua Zeelandă Novi Zeland Νέα '
    'Ζηλανδία Новая Зеландия Нова Зеландія Yeni Zelanda ניו זילנד نيوزيلندا نیوزیلند न्यूज़ीलैंड Selandia Baru '
    'นิวซีแลนด์ ニュージーランド 뉴질랜드 新西兰 紐西蘭'),
  ('country', 'OM', 'Oman Omã Ομάν Оман Umman עומאן عُمان ओमान โอมาน オマーン 오만 阿曼'),
  ('country', 'PA', 'Panama Παναμάς Панама פנמה بنما پاناما पनामा ปานามา パナマ 파나마 巴拿马 巴拿馬'),
  ('country', 'PE', 'Peru Pérou Περού Перу פרו بيرو پرو पेरू เปรู ペルー 페루 秘鲁 秘魯'),
  ('country', 'PF', 'French Polynesia Polinesia Francesa Polynésie française Französisch-Polynesien Polinesia '
    'Francese Frans-Polynesië Franska Polynesien Fransk Polynesien Ranskan Polynesia Polinezja Francuska '
    'Francouzská Polynésie Francúzska Polynézia Francia Polinézia Polinezia Franceză Francuska Polinezija Γαλλική '
    'Πολυνησία Французская Полинезия Французька Полінезія Fransız Polinezyası פולינזיה הצרפתית بولينيزيا الفرنسية '
    'پلی‌نزی فرانسه फ़्रेंच पोलिनेशिया Polinesia Prancis Polynesia thuộc Pháp เฟรนช์โปลินีเซีย 仏領ポリネシア 프랑스령 폴리네시아 '
    '法属波利尼西亚 法屬玻里尼西亞'),
  ('country', 'PG', 'Papua New Guinea Papúa Nueva Guinea Papua-Nova Guiné Papouasie-Nouvelle-Guinée '
    'Papua-Neuguinea Papua Nuova Guinea Papoea-Nieuw-Guinea Papua Nya Guinea Papua Ny Guinea Papua-Uusi-Guinea '
    'Papua-Nowa Gwinea Pápua Új-Guinea Papua-Noua Guinee Papua Nova Gvineja Παπούα Νέα Γουινέα Папуа — Новая '
    'Гвинея Папуа-Нова Гвінея Papua Yeni Gine פפואה גינאה החדשה بابوا غينيا الجديدة پاپوا گینهٔ نو पापुआ न्यू '
    'गिनी Papua Nugini ปาปัวนิวกินี パプアニューギニア 파푸아뉴기니 巴布亚新几内亚 巴布亞紐幾內亞'),
  ('country', 'PH', 'Philippines Filipinas Philippinen Filippine Filipijnen Filipines Filippinerna Filippinerne '
    'Filippinene Filippiinit Filipiny Fülöp-szigetek Filipine Filipini Φιλιππίνες Филиппины Філіппіни Filipinler '
    'הפיליפינים الفلبين فیلیپین फ़िलिपींस Filipina ฟิลิปปินส์ フィリピン 필리핀 菲律宾 菲律賓 Pilipinas'),
  ('country', 'PK', 'Pakistan Paquistão Pakisztán Πακιστάν Пакистан פקיסטן باكستان پاکستان पाकिस्तान ปากีสถาน '
    'パキスタン 파키스탄 巴基斯坦'),
  ('country', 'PL', 'Poland Polonia Pologne Polen Puola Polska Polsko Lengyelország Poljska Πολωνία Польша Польща '
    'Polonya פולין بولندا لهستان पोलैंड Polandia Ba Lan โปแลนด์ ポーランド 폴란드 波兰 波蘭'),
  ('country', 'PM', 'St. Pierre & Miquelon San Pedro y Miquelón São Pedro e Miquelão Saint-Pierre-et-Miquelon St. '
    'Pierre und Miquelon Saint-Pierre en Miquelon S:t Pierre och Miquelon Saint Pierre og Miquelon Saint-Pierre '
    'ja Miquelon Saint-Pierre i Miquelon Saint-Pierre a Miquelon Saint-Pierre és Miquelon Saint-Pierre și '
    'Miquelon Sveti Petar i Mikelon Σεν Πιερ και Μικελόν Сен-Пьер и Микелон Сен-Пʼєр і Мікелон Saint Pierre ve '
    'Miquelon סנט פייר ומיקלון سان بيير ومكويلون سن پیر و میکلن सेंट पिएरे और मिक्वेलान Saint Pierre dan Miquelon '
    'Saint Pierre và Miquelon แซงปีแยร์และมีเกอลง サンピエール島・ミクロン島 생피에르 미클롱 圣皮埃尔和密克隆群岛 聖皮埃與密克隆群島'),
  ('country', 'PN', 'Pitcairn Islands Islas Pitcairn Ilhas Pitcairn Îles Pitcairn Pitcairninseln Isole Pitcairn '
    'Pitcairneilanden Illes Pitcairn Pitcairnöarna Pitcairnøyene Pitcairnovy ostrovy Pitcairnove ostrovy '
    'Pitcairn-szigetek Insulele Pitcairn Pitcairnovi Otoci Νήσοι Πίτκερν о-ва Питкэрн Острови Піткерн Pitcairn '
    'Adaları איי פיטקרן جزر بيتكيرن جزایر پیت‌کرن पिटकैर्न द्वीपसमूह Kepulauan Pitcairn Quần đảo Pitcairn '
    'หมู่เกาะพิตแคร์น ピトケアン諸島 핏케언 제도 皮特凯恩群岛 皮特肯群島'),
  ('country', 'PR', 'Puerto Rico Porto Rico Portorico Portoryko Portoriko Πουέρτο Ρίκο Пуэрто-Рико Пуерто-Рико '
    'Porto Riko פוארטו ריקו بورتوريكو پورتوریکو पोर्टो रिको เปอร์โตริโก プエルトリコ 푸에르토리코 波多黎各'),
  ('country', 'PS', 'Palestinian Territories Palestine Territorios Palestinos Palestina Territoires palestiniens '
    'Palästinensische Autonomiegebiete Palästina Territori Palestinesi Palestijnse gebieden Territoris palestins '
    'Palestinska territorierna De palæstinensiske områder Palæstina Det palestinske området Palestiinalaisalue '
    'Palestiina Terytoria Palestyńskie Palestyna Palestinská území Palestínske územia Palestínska samospráva '
    'Palesztin Autonómia Palesztina Teritoriile Palestiniene Palestinsko područje Παλαιστινιακά Εδάφη Παλαιστίνη '
    'Палестинские территории Палестина Палестинські території Filistin Bölgeleri השטחים הפלסטיניים פלסטין الأراضي '
    'الفلسطينية فلسطين سرزمین‌های فلسطینی فلسطین फ़िलिस्तीनी क्षेत्र Wilayah Palestina Lãnh thổ Palestine '
    'ดินแดนปาเลสไตน์ ปาเลสไตน์ パレスチナ自治区 パレスチナ 팔레스타인 지구 巴勒斯坦领土 巴勒斯坦 巴勒斯坦自治區'),
  ('country', 'PT', 'Portugal Portogallo Portugali Portugalia Portugalsko Πορτογαλία Португалия Португалія '
    'Portekiz פורטוגל البرتغال پرتغال पुर्तगाल Bồ Đào Nha โปรตุเกส ポルトガル 포르투갈 葡萄牙'),
  ('country', 'PW', 'Palau Palaos Παλάου Палау פלאו بالاو پالائو पलाऊ ปาเลา パラオ 팔라우 帕劳 帛琉'),
  ('country', 'PY', 'Paraguay Paraguai Paragwaj Paraguaj Paragvaj Παραγουάη Парагвай פרגוואי باراغواي پاراگوئه '
    'पराग्वे ปารากวัย パラグアイ 파라과이 巴拉圭'),
  ('country', 'QA', 'Qatar Catar Katar Κατάρ Катар קטאר قطر क़तर กาตาร์ カタール 카타르 卡塔尔 卡達'),
  ('country', 'RE', 'Réunion Reunião La Réunion Riunione Illa de la Reunió Ρεϊνιόν Реюньон Реюньйон ראוניון '
    'روينيون رئونیون रियूनियन เรอูนียง レユニオン 레위니옹 留尼汪 留尼旺'),
  ('country', 'RO', 'Romania Rumanía Romênia Roumanie Rumänien Roemenië Rumænien Rumunia Rumunsko Rumunjska '
    'Ρουμανία Румыния Румунія Romanya רומניה رومانيا رومانی रोमानिया โรมาเนีย ルーマニア 루마니아 罗马尼亚 羅馬尼亞'),
  ('country', 'RS', 'Serbia Sérvia Serbie Serbien Servië Srbsko Szerbia Srbija Σερβία Сербия Сербія Sırbistan '
    'סרביה صربيا صربستان सर्बिया เซอร์เบีย セルビア 세르비아 塞尔维亚 塞爾維亞 Србија'),
  ('country', 'RU', 'Russia Rusia Russie Russland Rusland Ryssland Venäjä Rosja Rusko Oroszország Rusija Ρωσία '
    'Россия Росія Rusya רוסיה روسيا روسیه रूस Nga รัสเซีย ロシア 러시아 俄罗斯 俄羅斯'),
  ('country', 'RW', 'Rwanda Ruanda Ρουάντα Руанда רואנדה رواندا रवांडा รวันดา ルワンダ 르완다 卢旺达 盧安達 U Rwanda'),
  ('country', 'SA', 'Saudi Arabia Arábia Saudita Arabie saoudite Saudi-Arabien Saoedi-Arabië Saudiarabien Arabia '
    'Saudyjska Saúdská Arábie Szaúd-Arábia Saudijska Arabija Σαουδική Αραβία Саудовская Аравия Саудівська Аравія '
    'Suudi Arabistan ערב הסעודית المملكة العربية السعودية عربستان سعودی सऊदी अरब Arab Saudi Ả Rập Xê-út '
    'ซาอุดีอาระเบีย サウジアラビア 사우디아라비아 沙特阿拉伯 沙烏地阿拉伯'),
  ('country', 'SB', 'Solomon Islands Islas Salomón Ilhas Salomão Îles Salomon Salomonen Isole Salomone '
    'Salomonseilanden Illes Salomó Salomonöarna Salomonøerne Salomonøyene Salomonsaaret Wyspy Salomona '
    'Šalamounovy ostrovy Šalamúnove ostrovy Salamon-szigetek Insulele Solomon Salomonovi Otoci Νήσοι Σολομώντος '
    'Соломоновы о-ва Соломонові Острови Solomon Adaları איי שלמה جزر سليمان جزایر سلیمان सोलोमन द्वीपसमूह '
    'Kepulauan Solomon Quần đảo Solomon หมู่เกาะโซโลมอน ソロモン諸島 솔로몬 제도 所罗门群岛 索羅門群島'),
  ('country', 'SC', 'Seychelles Seicheles Seychellen Seychellerna Seychellerne Seychellene Seychellit Seszele '
    'Seychely Seychelle-szigetek Sejšeli Σεϋχέλλες Сейшельские о-ва Сейшельські Острови Seyşeller איי סיישל سيشل '
    'سیشل सेशेल्स เซเชลส์ セーシェル 세이셸 塞舌尔 塞席爾'),
  ('country', 'SD', 'Sudan Sudão Soudan Soedan Szudán Σουδάν Судан סודן السودان سودان सूडान ซูดาน スーダン 수단 苏丹 蘇丹'),
  ('country', 'SE', 'Sweden Suecia Suède Schweden Svezia Zweden Sverige Ruotsi Szwecja Švédsko Svédország Suedia '
    'Švedska Σουηδία Швеция Швеція İsveç שוודיה السويد سوئد स्वीडन Swedia Thụy Điển สวีเดน スウェーデン 스웨덴 瑞典'),
  ('country', 'SG', 'Singapore Singapur Singapura Singapour Szingapúr Σιγκαπούρη Сингапур Сінгапур סינגפור '
    'سنغافورة سنگاپور सिंगापुर สิงคโปร์ シンガポール 싱가포르 新加坡'),
  ('country', 'SH', 'St. Helena Santa Elena Sainte-Hélène Sant’Elena Sint-Helena S:t Helena Saint Helena Wyspa '
    'Świętej Heleny Svatá Helena Szent Ilona Sfânta Elena Sveta Helena Αγία Ελένη о-в Св. Елены Острів Святої '
    'Єлени סנט הלנה سانت هيلينا سنت هلن सेंट हेलेना เซนต์เฮเลนา セントヘレナ 세인트헬레나 圣赫勒拿 聖赫勒拿島'),
  ('country', 'SI', 'Slovenia Eslovenia Slovénie Slowenien Slovenien Słowenia Slovinsko Szlovénia Slovenija '
    'Σλοβενία Словения Словенія Slovenya סלובניה سلوفينيا اسلوونی स्लोवेनिया สโลวีเนีย スロベニア 슬로베니아 斯洛文尼亚 斯洛維尼亞'),
  ('country', 'SJ', 'Svalbard & Jan Mayen Svalbard y Jan Mayen Svalbard e Jan Mayen Svalbard et Jan Mayen '
    'Spitzbergen und Jan Mayen Spitsbergen en Jan Mayen Svalbard i Jan Mayen Svalbard och Jan Mayen Svalbard og '
    'Jan Mayen Huippuvuoret ja Jan Mayen Špicberky a Jan Mayen Svalbard és Jan Mayen Svalbard și Jan Mayen '
    'Σβάλμπαρντ και Γιαν Μαγιέν Шпицберген и Ян-Майен Шпіцберген та Ян-Маєн Svalbard ve Jan Mayen סבאלברד ויאן '
    'מאיין سفالبارد وجان ماين سوالبارد و یان ماین स्वालबार्ड और जान मायेन Kepulauan Svalbard dan Jan Mayen '
    'Svalbard và Jan Mayen สฟาลบาร์และยานไมเอน スバールバル諸島・ヤンマイエン島 스발바르제도-얀마웬섬 斯瓦尔巴和扬马延 挪威屬斯瓦巴及尖棉'),
  ('country', 'SK', 'Slovakia Eslovaquia Slovaquie Slowakei Slovacchia Slowakije Slovakien Slovakiet Słowacja '
    'Slovensko Szlovákia Slovacia Slovačka Σλοβακία Словакия Словаччина Slovakya סלובקיה سلوفاكيا اسلواکی '
    'स्लोवाकिया สโลวะเกีย スロバキア 슬로바키아 斯洛伐克'),
  ('country', 'SL', 'Sierra Leone Sierra Leona Serra Leoa Sijera Leone Σιέρα Λεόνε Сьерра-Леоне Сьєрра-Леоне '
    'סיירה לאון سيراليون سیرالئون सिएरा लियोन เซียร์ราลีโอน シエラレオネ 시에라리온 塞拉利昂 獅子山'),
  ('country', 'SM', 'San Marino Saint-Marin Άγιος Μαρίνος Сан-Марино סן מרינו سان مارينو سان‌مارینو सैन मेरीनो '
    'ซานมาริโน サンマリノ 산마리노 圣马力诺 聖馬利諾'),
  ('country', 'SN', 'Senegal Szenegál Σενεγάλη Сенегал סנגל السنغال سنگال सेनेगल เซเนกัล セネガル 세네갈 塞内加尔 塞內加爾 '
    'Senegaal'),
  ('country', 'SO', 'Somalia Somalie Somálsko Szomália Somalija Σομαλία Сомали Сомалі Somali סומליה الصومال '
    'سومالی सोमालिया โซมาเลีย ソマリア 소말리아 索马里 索馬利亞 Soomaaliya'),
  ('country', 'SR', 'Suriname Surinam Σουρινάμ Суринам סורינאם سورينام سورینام सूरीनाम ซูรินาเม スリナム 수리남 苏里南 蘇利南'),
  ('country', 'SS', 'South Sudan Sudán del Sur Sudão do Sul Soudan du Sud Südsudan Zuid-Soedan Sydsudan Sør-Sudan '
    'Etelä-Sudan Sudan Południowy Jižní Súdán Južný Sudán Dél-Szudán Sudanul de Sud Južni Sudan Νότιο Σουδάν '
    'Южный Судан Південний Судан Güney Sudan דרום סודן جنوب السودان سودان جنوبی दक्षिण सूडान Sudan Selatan Nam '
    'Sudan ซูดานใต้ 南スーダン 남수단 南苏丹 南蘇丹'),
  ('country', 'ST', 'São Tomé & Príncipe Santo Tomé y Príncipe São Tomé e Príncipe Sao Tomé-et-Principe São Tomé '
    'und Príncipe Sao Tomé en Principe São Tomé i Príncipe São Tomé och Príncipe São Tomé og Príncipe São Tomé ja '
    'Príncipe Wyspy Świętego Tomasza i Książęca Svatý Tomáš a Princův ostrov Svätý Tomáš a Princov ostrov São '
    'Tomé és Príncipe São Tomé și Príncipe Sveti Toma i Princip Σάο Τομέ και Πρίνσιπε Сан-Томе и Принсипи '
    'Сан-Томе і Принсіпі Sao Tome ve Principe סאו טומה ופרינסיפה ساو تومي وبرينسيبي سائوتومه و پرینسیپ साओ टोम और '
    'प्रिंसिपे Sao Tome dan Principe São Tomé và Príncipe เซาตูเมและปรินซิปี サントメ・プリンシペ 상투메 프린시페 圣多美和普林西比 聖多美普林西比'),
  ('country', 'SV', 'El Salvador Salwador Ελ Σαλβαδόρ Сальвадор אל סלבדור السلفادور السالوادور अल सल्वाडोर '
    'เอลซัลวาดอร์ エルサルバドル 엘살바도르 萨尔瓦多 薩爾瓦多'),
  ('country', 'SX', 'Sint Maarten Saint-Martin (partie néerlandaise) Svatý Martin (Nizozemsko) Svätý Martin '
    '(hol.) Άγιος Μαρτίνος (Ολλανδικό τμήμα) Синт-Мартен Сінт-Мартен סנט מארטן سانت مارتن سنت مارتن सिंट मार्टिन '
    'ซินต์มาร์เทน シント・マールテン 신트마르턴 荷属圣马丁 荷屬聖馬丁'),
  ('country', 'SY', 'Syria Siria Syrie Syrien Syyria Szíria Sirija Συρία Сирия Сирія Suriye סוריה سوريا سوریه '
    'सीरिया Suriah ซีเรีย シリア 시리아 叙利亚 敘利亞'),
  ('country', 'SZ', 'Eswatini Esuatini Essuatíni Szváziföld Esvatini Εσουατίνι Эсватини Есватіні אסוואטיני '
    'إسواتيني اسواتینی एस्वाटिनी เอสวาตีนี エスワティニ 에스와티니 斯威士兰 史瓦帝尼'),
  ('country', 'TC', 'Turks & Caicos Islands Islas Turcas y Caicos Ilhas Turcas e Caicos Îles Turques-et-Caïques '
    'Turks- und Caicosinseln Isole Turks e Caicos Turks- en Caicoseilanden Illes Turks i Caicos Turks- och '
    'Caicosöarna Turks- og Caicosøerne Turks- og Caicosøyene Turks- ja Caicossaaret Turks a Caicos Turks- és '
    'Caicos-szigetek Insulele Turks și Caicos Otoci Turks i Caicos Νήσοι Τερκς και Κάικος Тёркс и Кайкос Острови '
    'Теркс і Кайкос Turks ve Caicos Adaları איי טרקס וקייקוס جزر توركس وكايكوس جزایر تورکس و کایکوس तुर्क और '
    'कैकोज़ द्वीपसमूह Kepulauan Turks dan Caicos Quần đảo Turks và Caicos หมู่เกาะเติกส์และหมู่เกาะเคคอส '
    'タークス・カイコス諸島 터크스 케이커스 제도 特克斯和凯科斯群岛 土克斯及開科斯群島'),
  ('country', 'TD', 'Chad Chade Tchad Tschad Ciad Tsjaad Txad Tsjad Tšad Czad Čad Csád Τσαντ Чад צ׳אד تشاد چاد '
    'चाड ชาด チャド 차드 乍得 查德'),
  ('country', 'TF', 'French Southern Territories Territorios Australes Franceses Territórios Franceses do Sul '
    'Terres australes françaises Französische Süd- und Antarktisgebiete Terre Australi Francesi Franse Gebieden '
    'in de zuidelijke Indische Oceaan Terres Australs Antàrtiques Franceses Franska sydterritorierna De Franske '
    'Besiddelser i Det Sydlige Indiske Ocean og Antarktis De franske sørterritorier Ranskan eteläiset ja '
    'antarktiset alueet Francuskie Terytoria Południowe i Antarktyczne Francouzská jižní území Francúzske južné a '
    'antarktické územia Francia Déli Területek Teritoriile Australe și Antarctice Franceze Francuski Južni '
    'Teritoriji Γαλλικά Νότια Εδάφη Французские Южные территории Французькі Південні Території Fransız Güney '
    'Toprakları הטריטוריות הדרומיות של צרפת الأقاليم الجنوبية الفرنسية سرزمین‌های جنوبی فرانسه फ़्रांसीसी दक्षिणी '
    'क्षेत्र Wilayah Selatan Prancis Lãnh thổ phía Nam Thuộc Pháp เฟรนช์เซาเทิร์นเทร์ริทอรีส์ 仏領極南諸島 프랑스령 남방 지역 '
    '法属南部领地 法屬南部屬地'),
  ('country', 'TG', 'Togo Τόγκο Того טוגו توغو توگو टोगो โตโก トーゴ 토고 多哥'),
  ('country', 'TH', 'Thailand Tailandia Thaïlande Thailandia Thaimaa Tajlandia Thajsko Thaiföld Thailanda Tajland '
    'Ταϊλάνδη Таиланд Таїланд Tayland תאילנד تايلاند تایلند थाईलैंड Thái Lan ไทย タイ 태국 泰国 泰國'),
  ('country', 'TJ', 'Tajikistan Tayikistán Tadjiquistão Tadjikistan Tadschikistan Tagikistan Tadzjikistan '
    'Tadsjikistan Tadžikistan Tadżykistan Tádzsikisztán Τατζικιστάν Таджикистан Tacikistan טג׳יקיסטן طاجيكستان '
    'تاجیکستان ताजिकिस्तान ทาจิกิสถาน タジキスタン 타지키스탄 塔吉克斯坦 塔吉克 Тоҷикистон'),
  ('country', 'TK', 'Tokelau Tokelauöarna Τοκελάου Токелау טוקלאו توكيلاو توکلائو तोकेलाउ โตเกเลา トケラウ 토켈라우 托克劳 '
    '托克勞群島'),
  ('country', 'TL', 'Timor-Leste Timor oriental Timor Est Oost-Timor Östtimor Øst-Timor Itä-Timor Timor Wschodni '
    'Východní Timor Východný Timor Kelet-Timor Τιμόρ-Λέστε Восточный Тимор Тимор-Лешті טימור-לסטה تيمور - ليشتي '
    'تیمور-لسته तिमोर-लेस्त ติมอร์-เลสเต 東ティモール 동티모르 东帝汶 東帝汶'),
  ('country', 'TM', 'Turkmenistan Turcomenistão Turkménsko Türkmenisztán Τουρκμενιστάν Туркменистан Туркменістан '
    'טורקמניסטן تركمانستان ترکمنستان तुर्कमेनिस्तान เติร์กเมนิสถาน トルクメニスタン 투르크메니스탄 土库曼斯坦 土庫曼'),
  ('country', 'TN', 'Tunisia Túnez Tunisie Tunesien Tunesië Tunisien Tunezja Tunisko Tunézia Tunis Τυνησία Тунис '
    'Туніс Tunus תוניסיה تونس ट्यूनीशिया ตูนิเซีย チュニジア 튀니지 突尼斯 突尼西亞'),
  ('country', 'TO', 'Tonga Τόνγκα Тонга טונגה تونغا تونگا टोंगा ตองกา トンガ 통가 汤加 東加'),
  ('country', 'TR', 'Türkiye Turquía Turquie Türkei Turchia Turkije Turkiet Tyrkiet Tyrkia Turkki Turcja Turecko '
    'Törökország Turcia Turska Τουρκία Турция Туреччина טורקיה تركيا ترکیه तुर्किये Turki Thổ Nhĩ Kỳ ตุรกี トルコ '
    '튀르키예 土耳其'),
  ('country', 'TT', 'Trinidad & Tobago Trinidad y Tobago Trinidad e Tobago Trinité-et-Tobago Trinidad und Tobago '
    'Trinidad en Tobago Trinidad i Tobago Trinidad och Tobago Trinidad og Tobago Trinidad ja Tobago Trynidad i '
    'Tobago Trinidad a Tobago Trinidad és Tobago Trinidad și Tobago Τρινιντάντ και Τομπάγκο Тринидад и Тобаго '
    'Тринідад і Тобаго Trinidad ve Tobago טרינידד וטובגו ترينيداد وتوباغو ترینیداد و توباگو त्रिनिदाद और टोबैगो '
    'Trinidad dan Tobago Trinidad và Tobago ตรินิแดดและโตเบโก トリニダード・トバゴ 트리니다드 토바고 特立尼达和多巴哥 千里達及托巴哥'),
  ('country', 'TV', 'Tuvalu Τουβαλού Тувалу טובאלו توفالو تووالو तुवालू ตูวาลู ツバル 투발루 图瓦卢 吐瓦魯'),
  ('country', 'TW', 'Taiwan Tajwan Tchaj-wan Tajvan Ταϊβάν Тайвань Tayvan טייוואן تايوان تایوان ताइवान Đài Loan '
    'ไต้หวัน 台湾 대만 台灣'),
  ('country', 'TZ', 'Tanzania Tanzanie Tansania Tanzanija Τανζανία Танзания Танзанія Tanzanya טנזניה تنزانيا '
    'تانزانیا तंज़ानिया แทนซาเนีย タンザニア 탄자니아 坦桑尼亚 坦尚尼亞'),
  ('country', 'UA', 'Ukraine Ucrania Ucraina Oekraïne Ukraina Ukrajina Ukrajna Ουκρανία Украина Україна Ukrayna '
    'אוקראינה أوكرانيا اوکراین यूक्रेन ยูเครน ウクライナ 우크라이나 乌克兰 烏克蘭'),
  ('country', 'UG', 'Uganda Ouganda Oeganda Ουγκάντα Уганда אוגנדה أوغندا اوگاندا युगांडा ยูกันดา ウガンダ 우간다 乌干达 '
    '烏干達'),
  ('country', 'UM', 'U.S. Outlying Islands Islas menores alejadas de EE. UU. Ilhas Menores Distantes dos EUA Îles '
    'mineures éloignées des États-Unis Amerikanische Überseeinseln Isole Minori Esterne degli Stati Uniti Kleine '
    'afgelegen eilanden van de Verenigde Staten Illes Menors Allunyades dels Estats Units USA:s yttre öar '
    'Amerikanske oversøiske øer USAs ytre øyer Yhdysvaltain erillissaaret Dalekie Wyspy Mniejsze Stanów '
    'Zjednoczonych Menší odlehlé ostrovy USA Menšie odľahlé ostrovy USA Az USA lakatlan külbirtokai Insulele '
    'Îndepărtate ale S.U.A. Mali udaljeni otoci SAD-a Απομακρυσμένες Νησίδες ΗΠΑ Внешние малые о-ва (США) '
    'Віддалені острови США ABD Küçük Harici Adaları האיים המרוחקים הקטנים של ארה״ב جزر الولايات المتحدة النائية '
    'جزایر دورافتادهٔ ایالات متحده यू॰एस॰ आउटलाइंग द्वीपसमूह Kepulauan Terluar AS Các tiểu đảo xa của Hoa Kỳ '
    'หมู่เกาะรอบนอกของสหรัฐอเมริกา 合衆国領有小離島 미국령 해외 제도 美国本土外小岛屿 美國本土外小島嶼'),
  ('country', 'US', 'United States US Estados Unidos EE. UU. EUA États-Unis É.-U. Vereinigte Staaten USA Stati '
    'Uniti Verenigde Staten VS Estats Units Yhdysvallat Stany Zjednoczone Spojené státy Egyesült Államok Statele '
    'Unite ale Americii S.U.A. Sjedinjene Američke Države SAD Ηνωμένες Πολιτείες ΗΠΑ Соединенные Штаты США '
    'Сполучені Штати Amerika Birleşik Devletleri ABD ארצות הברית ארה״ב الولايات المتحدة ایالات متحده संयुक्त '
    'राज्य अमेरिका Amerika Serikat AS Hoa Kỳ Mỹ สหรัฐอเมริกา สหรัฐฯ アメリカ合衆国 アメリカ 미국 美国 美國'),
  ('country', 'UY', 'Uruguay Uruguai Urugwaj Uruguaj Urugvaj Ουρουγουάη Уругвай אורוגוואי أورغواي اروگوئه उरूग्वे '
    'อุรุกวัย ウルグアイ 우루과이 乌拉圭 烏拉圭'),
  ('country', 'UZ', 'Uzbekistan Uzbequistão Ouzbékistan Usbekistan Oezbekistan Üzbegisztán Ουζμπεκιστάν '
    'Узбекистан Özbekistan אוזבקיסטן أوزبكستان ازبکستان उज़्बेकिस्तान อุซเบกิสถาน ウズベキスタン 우즈베키스탄 乌兹别克斯坦 烏茲別克 '
    'Oʻzbekiston'),
  ('country', 'VA', 'Vatican City Ciudad del Vaticano Cidade do Vaticano État de la Cité du Vatican Vatikanstadt '
    'Città del Vaticano Vaticaanstad Ciutat del Vaticà Vatikanstaten Vatikaani Watykan Vatikán Statul Cetății '
    'Vaticanului Βατικανό Ватикан הוותיקן الفاتيكان واتیکان वेटिकन सिटी Thành Vatican นครวาติกัน バチカン市国 바티칸 시국 '
    '梵蒂冈 梵蒂岡'),
  ('country', 'VC', 'St. Vincent & Grenadines San Vicente y las Granadinas São Vicente e Granadinas '
    'Saint-Vincent-et-les Grenadines St. Vincent und die Grenadinen Saint Vincent e Grenadine Saint Vincent en de '
    'Grenadines Saint Vincent i les Grenadines S:t Vincent och Grenadinerna Saint Vincent og Grenadinerne St. '
    'Vincent og Grenadinene Saint Vincent ja Grenadiinit Saint Vincent i Grenadyny Svatý Vincenc a Grenadiny '
    'Saint Vincent és a Grenadine-szigetek Saint Vincent și Grenadinele Sveti Vincent i Grenadini Άγιος Βικέντιος '
    'και Γρεναδίνες Сент-Винсент и Гренадины Сент-Вінсент і Гренадіни Saint Vincent ve Grenadinler סנט וינסנט '
    'והגרנדינים سانت فنسنت وجزر غرينادين سنت وینسنت و گرنادین सेंट विंसेंट और ग्रेनाडाइंस Saint Vincent dan '
    'Grenadine St. Vincent và Grenadines เซนต์วินเซนต์และเกรนาดีนส์ セントビンセント及びグレナディーン諸島 세인트빈센트그레나딘 圣文森特和格林纳丁斯 '
    '聖文森及格瑞那丁'),
  ('country', 'VE', 'Venezuela Veneçuela Wenezuela Βενεζουέλα Венесуэла Венесуела ונצואלה فنزويلا ونزوئلا '
    'वेनेज़ुएला เวเนซุเอลา ベネズエラ 베네수엘라 委内瑞拉 委內瑞拉'),
  ('country', 'VG', 'British Virgin Islands Islas Vírgenes Británicas Ilhas Virgens Britânicas Îles Vierges '
    'britanniques Britische Jungferninseln Isole Vergini Britanniche Britse Maagdeneilanden Illes Verges '
    'Britàniques Brittiska Jungfruöarna De Britiske Jomfruøer De britiske jomfruøyene Brittiläiset Neitsytsaaret '
    'Brytyjskie Wyspy Dziewicze Britské Panenské ostrovy Brit Virgin-szigetek Insulele Virgine Britanice '
    'Britanski Djevičanski Otoci Βρετανικές Παρθένες Νήσοι Виргинские о-ва (Великобритания) Британські Віргінські '
    'острови Britanya Virjin Adaları איי הבתולה הבריטיים جزر فيرجن البريطانية جزایر ویرجین بریتانیا ब्रिटिश '
    'वर्जिन द्वीपसमूह Kepulauan Virgin Britania Raya Quần đảo Virgin thuộc Anh หมู่เกาะบริติชเวอร์จิน 英領ヴァージン諸島 '
    '영국령 버진아일랜드 英属维尔京群岛 英屬維京群島'),
  ('country', 'VI', 'U.S. Virgin Islands Islas Vírgenes de EE. UU. Ilhas Virgens Americanas Îles Vierges des '
    'États-Unis Amerikanische Jungferninseln Isole Vergini Americane Amerikaanse Maagdeneilanden Illes Verges '
    'dels Estats Units Amerikanska Jungfruöarna De Amerikanske Jomfruøer De amerikanske jomfruøyene Yhdysvaltain '
    'Neitsytsaaret Wyspy Dziewicze Stanów Zjednoczonych Americké Panenské ostrovy Amerikai Virgin-szigetek '
    'Insulele Virgine Americane Američki Djevičanski Otoci Αμερικανικές Παρθένες Νήσοι Виргинские о-ва (США) '
    'Віргінські Острови (США) ABD Virjin Adaları איי הבתולה של ארצות הברית جزر فيرجن الأمريكية جزایر ویرجین '
    'ایالات متحده यू॰एस॰ वर्जिन द्वीपसमूह Kepulauan Virgin Amerika Serikat Quần đảo Virgin thuộc Hoa Kỳ '
    'หมู่เกาะเวอร์จินของสหรัฐอเมริกา 米領ヴァージン諸島 미국령 버진아일랜드 美属维尔京群岛 美屬維京群島'),
  ('country', 'VN', 'Vietnam Vietnã Viêt Nam Wietnam Vijetnam Βιετνάμ Вьетнам Вʼєтнам וייטנאם فيتنام ویتنام '
    'वियतनाम เวียดนาม ベトナム 베트남 越南'),
  ('country', 'VU', 'Vanuatu Βανουάτου Вануату ונואטו فانواتو وانواتو वनुआतू วานูอาตู バヌアツ 바누아투 瓦努阿图 萬那杜'),
  ('country', 'WF', 'Wallis & Futuna Wallis y Futuna Wallis e Futuna Wallis-et-Futuna Wallis und Futuna Wallis en '
    'Futuna Wallis i Futuna Wallis- och Futunaöarna Wallis og Futuna Wallis ja Futuna Wallis a Futuna Wallis és '
    'Futuna Wallis și Futuna Γουάλις και Φουτούνα Уоллис и Футуна Уолліс і Футуна Wallis ve Futuna איי ווליס '
    'ופוטונה جزر والس وفوتونا والیس و فوتونا वालिस और फ़्यूचूना Kepulauan Wallis dan Futuna Wallis và Futuna '
    'วาลลิสและฟุตูนา ウォリス・フツナ 왈리스-푸투나 제도 瓦利斯和富图纳 瓦利斯群島和富圖那群島'),
  ('country', 'WS', 'Samoa Szamoa Σαμόα Самоа סמואה ساموا समोआ ซามัว サモア 사모아 萨摩亚 薩摩亞'),
  ('country', 'YE', 'Yemen Iêmen Jemen Υεμένη Йемен Ємен תימן اليمن یمن यमन Yaman เยเมน イエメン 예멘 也门 葉門'),
  ('country', 'YT', 'Mayotte Majotta Μαγιότ Майотта מאיוט مايوت مایوت मायोते มายอต マヨット 마요트 马约特 馬約特島'),
  ('country', 'ZA', 'South Africa Sudáfrica África do Sul Afrique du Sud Südafrika Zuid-Afrika Sydafrika '
    'Sør-Afrika Etelä-Afrikka Republika Południowej Afryki Jihoafrická republika Južná Afrika Dél-afrikai '
    'Köztársaság Africa de Sud Južnoafrička Republika Νότια Αφρική Южно-Африканская Республика '
    'Південно-Африканська Республіка Güney Afrika דרום אפריקה جنوب أفريقيا افریقای جنوبی दक्षिण अफ़्रीका Afrika '
    'Selatan Nam Phi แอฟริกาใต้ 南アフリカ 남아프리카 南非'),
  ('country', 'ZM', 'Zambia Zambie Sambia Zambija Ζάμπια Замбия Замбія Zambiya זמביה زامبيا زامبیا ज़ाम्बिया '
    'แซมเบีย ザンビア 잠비아 赞比亚 尚比亞'),
  ('country', 'ZW', 'Zimbabwe Zimbabue Simbabwe Zimbabve Ζιμπάμπουε Зимбабве Зімбабве זימבבואה زيمبابوي زیمبابوه '
    'ज़िम्बाब्वे ซิมบับเว ジンバブエ 짐바브웨 津巴布韦 辛巴威')
on conflict (kind, key) do update set names = excluded.names;

-- Well-known cities, by hand: CLDR has only the names of countries. An admin adds others to the alternative names of a
-- place.
insert into private.translations (kind, key, names) values
  ('city', 'AE dubai', 'Dubái Dubaï Dubaj Дубай דובאי دبي دبی ドバイ 두바이 迪拜 杜拜'),
  ('city', 'AR buenos aires', 'Буэнос-Айрес Буенос-Айрес בואנוס איירס بوينس آيرس ブエノスアイレス 부에노스아이레스 布宜诺斯艾利斯'),
  ('city', 'AT vienna', 'Wien Viena Vienne Weenen Wenen Wiedeń Vídeň Bécs Beč Dunaj Viyana Вена Відень Βιέννη '
    'וינה فيينا ウィーン 빈 维也纳 維也納'),
  ('city', 'AU melbourne', 'Мельбурн メルボルン 멜버른 墨尔本'),
  ('city', 'AU sydney', 'Sídney Sidney Сидней シドニー 시드니 悉尼 雪梨'),
  ('city', 'BE brussels', 'Bruxelles Brussel Brüssel Bruselas Bruxelas Bryssel Bruksela Brusel Брюссель ブリュッセル '
    '布鲁塞尔'),
  ('city', 'BR florianopolis', 'Floripa Флорианополис'),
  ('city', 'BR rio de janeiro', 'Рио-де-Жанейро Ріо-де-Жанейро ריו דה ז''ניירו ريو دي جانيرو ริโอเดจาเนโร '
    'リオデジャネイロ 리우데자네이루 里约热内卢 里約熱內盧'),
  ('city', 'BR sao paulo', 'San Pablo Сан-Паулу サンパウロ 상파울루 圣保罗'),
  ('city', 'CA montreal', 'Монреаль モントリオール 몬트리올 蒙特利尔'),
  ('city', 'CH basel', 'Bâle Basilea Bazylea Basilej Базель バーゼル 바젤 巴塞尔'),
  ('city', 'CH geneva', 'Genève Genf Ginebra Ginevra Genebra Genewa Ženeva Cenevre Женева جنيف ジュネーヴ 제네바 日内瓦'),
  ('city', 'CH zurich', 'Zurigo Zúrich Zurique Zurych Curych Zürih Цюрих Цюріх Ζυρίχη ציריך زيورخ زوریخ ज़्यूरिख '
    'ซูริก チューリッヒ チューリヒ 취리히 苏黎世 蘇黎世'),
  ('city', 'CN beijing', 'Peking Pekín Pékin Pechino Pequim Pekin Пекин بكين 北京 베이징'),
  ('city', 'CN shanghai', 'Schanghai Shanghái Xangai Szanghaj Šanghaj Шанхай 上海 상하이'),
  ('city', 'CO bogota', 'Богота ボゴタ 보고타 波哥大'),
  ('city', 'CO cartagena', 'Cartagena de Indias Carthagène Картахена カルタヘナ 卡塔赫纳'),
  ('city', 'CO medellin', 'Medelín Médellin Медельин Медельїн מדיין ميديلين เมเดยิน メデジン 메데인 麦德林 麥德林'),
  ('city', 'CZ prague', 'Praha Prag Praga Praag Prága Прага Πράγα פראג براغ プラハ 프라하 布拉格'),
  ('city', 'DE berlin', 'Berlín Berlino Berlim Berlijn Berliini Берлин Берлін Βερολίνο ברלין برلين ベルリン 베를린 柏林'),
  ('city', 'DE cologne', 'Köln Colonia Colónia Keulen Kolonia Kolín Кёльн ケルン 쾰른 科隆'),
  ('city', 'DE hamburg', 'Hamburgo Hambourg Amburgo Гамбург ハンブルク 함부르크 汉堡'),
  ('city', 'DE munich', 'München Múnich Monaco di Baviera Munique Monachium Mnichov Münih Мюнхен מינכן ميونخ '
    'ミュンヘン 뮌헨 慕尼黑'),
  ('city', 'DK copenhagen', 'København Kopenhagen Copenhague Copenaghen Copenhaga Köpenhamn Kopenhaga Kodaň '
    'Копенгаген コペンハーゲン 코펜하겐 哥本哈根'),
  ('city', 'EG cairo', 'Kairo El Cairo Le Caire Il Cairo Káhira Kahire Каир القاهرة カイロ 카이로 开罗'),
  ('city', 'ES barcelona', 'Barcelone Barcellona Barselona Барселона ברצלונה برشلونة バルセロナ 바르셀로나 巴塞罗那'),
  ('city', 'ES las palmas', 'Las Palmas de Gran Canaria Лас-Пальмас ラスパルマス'),
  ('city', 'ES madrid', 'Madri Мадрид مدريد マドリード 마드리드 马德里'),
  ('city', 'ES seville', 'Sevilla Séville Siviglia Sevilha Sewilla Севилья セビリア 세비야 塞维利亚'),
  ('city', 'ES valencia', 'València Valence Valenza Walencja Валенсия バレンシア 발렌시아 瓦伦西亚'),
  ('city', 'FR paris', 'París Parigi Parijs Pariisi Paryż Paříž Párizs Париж Παρίσι פריז باريس ปารีส パリ 파리 巴黎'),
  ('city', 'GB edinburgh', 'Edimburgo Édimbourg Edynburg Эдинбург エディンバラ 에든버러 爱丁堡'),
  ('city', 'GB london', 'Londres Londra Londen Londyn Londýn Lontoo Лондон Λονδίνο לונדון لندن ลอนดอน ロンドン 런던 伦敦 '
    '倫敦'),
  ('city', 'GE tbilisi', 'Tiflis Tiflís Tbilissi Тбилиси Тбілісі თბილისი トビリシ 트빌리시 第比利斯'),
  ('city', 'GR athens', 'Athína Atenas Athènes Athen Atene Athene Ateny Atény Atina Афины Αθήνα アテネ 아테네 雅典'),
  ('city', 'HK hong kong', 'Hongkong Гонконг 香港 홍콩'),
  ('city', 'HR split', 'Spalato Сплит スプリト'),
  ('city', 'HU budapest', 'Budapeszt Budapešť Будапешт ブダペスト 부다페스트 布达佩斯'),
  ('city', 'ID bali', 'Бали Балі באלי بالي บาหลี バリ島 バリ 발리 巴厘岛 峇里島'),
  ('city', 'ID jakarta', 'Yakarta Djakarta Džakarta Джакарта ジャカルタ 자카르타 雅加达'),
  ('city', 'IE dublin', 'Dublín Dublino Dublim Baile Átha Cliath Дублин ダブリン 더블린 都柏林'),
  ('city', 'IL tel aviv', 'Tel Awiw Тель-Авив תל אביב تل أبيب テルアビブ 텔아비브'),
  ('city', 'IN goa', 'Гоа गोवा ゴア 고아 果阿'),
  ('city', 'IN mumbai', 'Bombay Мумбаи Бомбей मुंबई ムンバイ 뭄바이 孟买'),
  ('city', 'IN new delhi', 'Delhi Nueva Delhi Neu-Delhi Нью-Дели नई दिल्ली दिल्ली ニューデリー 뉴델리 新德里'),
  ('city', 'IS reykjavik', 'Reykjavík Reikiavik Reikjavik Рейкьявик レイキャヴィーク 레이캬비크 雷克雅未克'),
  ('city', 'IT florence', 'Firenze Florenz Florencia Florença Florencja Флоренция フィレンツェ 피렌체 佛罗伦萨'),
  ('city', 'IT milan', 'Milano Mailand Milán Milão Mediolan Milánó Милан ミラノ 밀라노 米兰'),
  ('city', 'IT naples', 'Napoli Neapel Nápoles Neapol Неаполь ナポリ 나폴리 那不勒斯'),
  ('city', 'IT rome', 'Roma Rom Rzym Řím Róma Рим Ρώμη רומא روما โรม ローマ 로마 罗马'),
  ('city', 'IT venice', 'Venezia Venedig Venecia Venise Veneza Wenecja Benátky Венеция ヴェネツィア 베네치아 威尼斯'),
  ('city', 'JP kyoto', 'Kioto Quioto Киото 京都 교토'),
  ('city', 'JP osaka', 'Ósaka Осака 大阪 오사카'),
  ('city', 'JP tokyo', 'Tokio Tóquio Tokió Токио Токіо טוקיו طوكيو โตเกียว 東京 도쿄 东京'),
  ('city', 'KE nairobi', 'Найроби ナイロビ 나이로비 内罗毕'),
  ('city', 'KR seoul', 'Seúl Séoul Seul Soul Soeul Сеул 서울 ソウル 首尔 首爾'),
  ('city', 'LK colombo', 'Коломбо コロンボ 科伦坡'),
  ('city', 'MA marrakesh', 'Marrakech Marrakesch Marraquech Marrakesz Марракеш مراكش マラケシュ 마라케시 马拉喀什'),
  ('city', 'MX cancun', 'Канкун カンクン 칸쿤 坎昆'),
  ('city', 'MX mexico city', 'Ciudad de México CDMX Mexiko-Stadt Cidade do México Città del Messico Мехико '
    'メキシコシティ 멕시코시티 墨西哥城'),
  ('city', 'MY kuala lumpur', 'Куала-Лумпур クアラルンプール 쿠알라룸푸르 吉隆坡'),
  ('city', 'NL amsterdam', 'Ámsterdam Amsterdã Amesterdão Амстердам Άμστερνταμ אמסטרדם أمستردام アムステルダム 암스테르담 '
    '阿姆斯特丹'),
  ('city', 'NP kathmandu', 'Katmandú Katmandou Катманду काठमाडौं カトマンズ 카트만두 加德满都'),
  ('city', 'PE cusco', 'Cuzco Qosqo Куско クスコ 쿠스코 库斯科'),
  ('city', 'PE lima', 'Лима リマ 리마 利马'),
  ('city', 'PH manila', 'Manille Manilha Манила マニラ 마닐라 马尼拉'),
  ('city', 'PL krakow', 'Kraków Cracovia Cracovie Cracow Krakau Krakov Краков クラクフ 크라쿠프 克拉科夫'),
  ('city', 'PL warsaw', 'Warszawa Varsovia Varsovie Warschau Varsavia Varšava Варшава ワルシャワ 바르샤바 华沙'),
  ('city', 'PT lisbon', 'Lisboa Lissabon Lisbonne Lisbona Lizbona Lisabon Lisszabon Lizbon Лиссабон Лісабон '
    'Λισαβόνα ליסבון لشبونة ลิสบอน リスボン 리스본 里斯本'),
  ('city', 'PT porto', 'Oporto Порту ポルト 포르투 波尔图'),
  ('city', 'RO bucharest', 'București Bucarest Bukarest Bucareste Bukareszt Bukurešť Бухарест ブカレスト 부쿠레슈티 布加勒斯特'),
  ('city', 'RS belgrade', 'Beograd Belgrad Belgrado Bělehrad Белград Београд ベオグラード 베오그라드 贝尔格莱德'),
  ('city', 'SE stockholm', 'Estocolmo Stoccolma Sztokholm Tukholma Стокгольм ストックホルム 스톡홀름 斯德哥尔摩'),
  ('city', 'SG singapore', 'Singapur Singapour Singapura Сингапур シンガポール 싱가포르 新加坡'),
  ('city', 'TH bangkok', 'Krung Thep Бангкок กรุงเทพ バンコク 방콕 曼谷'),
  ('city', 'TH chiang mai', 'Chiangmai Чиангмай เชียงใหม่ チェンマイ 치앙마이 清迈'),
  ('city', 'TH koh phangan', 'Ko Pha-ngan Ko Phangan Koh Pha Ngan Панган Пханган เกาะพะงัน קופנגן パンガン島 코팡안 帕岸岛 '
    '帕岸島'),
  ('city', 'TH phuket', 'Пхукет ภูเก็ต プーケット 푸켓 普吉岛'),
  ('city', 'TR istanbul', 'İstanbul Estambul Istambul Stambuł Стамбул Κωνσταντινούπολη イスタンブール 이스탄불 伊斯坦布尔'),
  ('city', 'TW taipei', 'Taipéi Taipeh Тайбэй 台北 臺北 타이베이'),
  ('city', 'UA kyiv', 'Kiev Kiew Kijów Kyjev Киев Київ キーウ 키이우 基辅'),
  ('city', 'US new york', 'Nueva York Nova Iorque Nova York NYC Nowy Jork Нью-Йорк ניו יורק نيويورك ニューヨーク 뉴욕 纽约'),
  ('city', 'US san francisco', 'Сан-Франциско サンフランシスコ 샌프란시스코 旧金山'),
  ('city', 'VN da nang', 'Danang Đà Nẵng Дананг ダナン 다낭 岘港'),
  ('city', 'VN hanoi', 'Hà Nội Hanói Ханой ハノイ 하노이 河内'),
  ('city', 'VN ho chi minh city', 'Saigon Sài Gòn Saigón Хошимин ホーチミン 호치민 胡志明市'),
  ('city', 'ZA cape town', 'Kapstadt Kaapstad Ciudad del Cabo Cidade do Cabo Le Cap Città del Capo Kapstaden '
    'Kapkaupunki Kapsztad Kapské Město Fokváros Кейптаун Κέιπ Τάουν קייפטאון كيب تاون کیپ تاون केप टाउन เคปทาวน์ '
    'ケープタウン 케이프타운 开普敦 開普敦'),
  ('city', 'ZA johannesburg', 'Johannesburgo Йоханнесбург ヨハネスブルグ 요하네스버그 约翰内斯堡');

-- The English name of each language and its name in the language itself, as visitors read them.
insert into private.translations (kind, key, names) values
  ('language', 'aa', 'Afar'),
  ('language', 'ab', 'Abkhazian'),
  ('language', 'ae', 'Avestan'),
  ('language', 'af', 'Afrikaans'),
  ('language', 'ak', 'Akan'),
  ('language', 'am', 'Amharic አማርኛ'),
  ('language', 'an', 'Aragonese'),
  ('language', 'ar', 'Arabic العربية'),
  ('language', 'as', 'Assamese অসমীয়া'),
  ('language', 'av', 'Avaric'),
  ('language', 'ay', 'Aymara'),
  ('language', 'az', 'Azerbaijani azərbaycan'),
  ('language', 'ba', 'Bashkir башҡорт'),
  ('language', 'be', 'Belarusian беларуская'),
  ('language', 'bg', 'Bulgarian български'),
  ('language', 'bh', 'Bhojpuri'),
  ('language', 'bi', 'Bislama'),
  ('language', 'bm', 'Bambara bamanakan'),
  ('language', 'bn', 'Bangla বাংলা'),
  ('language', 'bo', 'Tibetan བོད་སྐད་'),
  ('language', 'br', 'Breton brezhoneg'),
  ('language', 'bs', 'Bosnian bosanski'),
  ('language', 'ca', 'Catalan català'),
  ('language', 'ce', 'Chechen нохчийн'),
  ('language', 'ch', 'Chamorro'),
  ('language', 'co', 'Corsican'),
  ('language', 'cr', 'Cree'),
  ('language', 'cs', 'Czech čeština'),
  ('language', 'cu', 'Church Slavic'),
  ('language', 'cv', 'Chuvash чӑваш чӗлхи'),
  ('language', 'cy', 'Welsh Cymraeg'),
  ('language', 'da', 'Danish dansk'),
  ('language', 'de', 'German Deutsch'),
  ('language', 'dv', 'Divehi'),
  ('language', 'dz', 'Dzongkha རྫོང་ཁ'),
  ('language', 'ee', 'Ewe eʋegbe'),
  ('language', 'el', 'Greek Ελληνικά'),
  ('language', 'en', 'English'),
  ('language', 'eo', 'Esperanto'),
  ('language', 'es', 'Spanish español'),
  ('language', 'et', 'Estonian eesti'),
  ('language', 'eu', 'Basque euskara'),
  ('language', 'fa', 'Persian فارسی'),
  ('language', 'ff', 'Fula Pulaar'),
  ('language', 'fi', 'Finnish suomi'),
  ('language', 'fj', 'Fijian'),
  ('language', 'fo', 'Faroese føroyskt'),
  ('language', 'fr', 'French français'),
  ('language', 'fy', 'Western Frisian Frysk'),
  ('language', 'ga', 'Irish Gaeilge'),
  ('language', 'gd', 'Scottish Gaelic Gàidhlig'),
  ('language', 'gl', 'Galician galego'),
  ('language', 'gn', 'Guarani'),
  ('language', 'gu', 'Gujarati ગુજરાતી'),
  ('language', 'gv', 'Manx Gaelg'),
  ('language', 'ha', 'Hausa'),
  ('language', 'he', 'Hebrew עברית'),
  ('language', 'hi', 'Hindi हिन्दी'),
  ('language', 'ho', 'Hiri Motu'),
  ('language', 'hr', 'Croatian hrvatski'),
  ('language', 'ht', 'Haitian Creole'),
  ('language', 'hu', 'Hungarian magyar'),
  ('language', 'hy', 'Armenian հայերեն'),
  ('language', 'hz', 'Herero'),
  ('language', 'ia', 'Interlingua'),
  ('language', 'id', 'Indonesian Indonesia'),
  ('language', 'ie', 'Interlingue'),
  ('language', 'ig', 'Igbo'),
  ('language', 'ii', 'Sichuan Yi ꆈꌠꉙ'),
  ('language', 'ik', 'Inupiaq'),
  ('language', 'io', 'Ido'),
  ('language', 'is', 'Icelandic íslenska'),
  ('language', 'it', 'Italian italiano'),
  ('language', 'iu', 'Inuktitut'),
  ('language', 'ja', 'Japanese 日本語'),
  ('language', 'jv', 'Javanese Jawa'),
  ('language', 'ka', 'Georgian ქართული'),
  ('language', 'kg', 'Kongo'),
  ('language', 'ki', 'Kikuyu Gikuyu'),
  ('language', 'kj', 'Kuanyama'),
  ('language', 'kk', 'Kazakh қазақ тілі'),
  ('language', 'kl', 'Kalaallisut'),
  ('language', 'km', 'Khmer ខ្មែរ'),
  ('language', 'kn', 'Kannada ಕನ್ನಡ'),
  ('language', 'ko', 'Korean 한국어'),
  ('language', 'kr', 'Kanuri'),
  ('language', 'ks', 'Kashmiri کٲشُر'),
  ('language', 'ku', 'Kurdish kurdî (kurmancî)'),
  ('language', 'kv', 'Komi'),
  ('language', 'kw', 'Cornish kernewek'),
  ('language', 'ky', 'Kyrgyz кыргызча'),
  ('language', 'la', 'Latin'),
  ('language', 'lb', 'Luxembourgish Lëtzebuergesch'),
  ('language', 'lg', 'Ganda Luganda'),
  ('language', 'li', 'Limburgish'),
  ('language', 'ln', 'Lingala lingála'),
  ('language', 'lo', 'Lao ລາວ'),
  ('language', 'lt', 'Lithuanian lietuvių'),
  ('language', 'lu', 'Luba-Katanga Tshiluba'),
  ('language', 'lv', 'Latvian latviešu'),
  ('language', 'mg', 'Malagasy'),
  ('language', 'mh', 'Marshallese'),
  ('language', 'mi', 'Māori'),
  ('language', 'mk', 'Macedonian македонски'),
  ('language', 'ml', 'Malayalam മലയാളം'),
  ('language', 'mn', 'Mongolian монгол'),
  ('language', 'mr', 'Marathi मराठी'),
  ('language', 'ms', 'Malay Melayu'),
  ('language', 'mt', 'Maltese Malti'),
  ('language', 'my', 'Burmese မြန်မာ'),
  ('language', 'na', 'Nauru'),
  ('language', 'nb', 'Norwegian Bokmål norsk bokmål'),
  ('language', 'nd', 'North Ndebele isiNdebele'),
  ('language', 'ne', 'Nepali नेपाली'),
  ('language', 'ng', 'Ndonga'),
  ('language', 'nl', 'Dutch Nederlands'),
  ('language', 'nn', 'Norwegian Nynorsk norsk nynorsk'),
  ('language', 'no', 'Norwegian norsk'),
  ('language', 'nr', 'South Ndebele'),
  ('language', 'nv', 'Navajo'),
  ('language', 'ny', 'Nyanja'),
  ('language', 'oc', 'Occitan'),
  ('language', 'oj', 'Ojibwa'),
  ('language', 'om', 'Oromo Oromoo'),
  ('language', 'or', 'Odia ଓଡ଼ିଆ'),
  ('language', 'os', 'Ossetic ирон'),
  ('language', 'pa', 'Punjabi ਪੰਜਾਬੀ'),
  ('language', 'pi', 'Pali'),
  ('language', 'pl', 'Polish polski'),
  ('language', 'ps', 'Pashto پښتو'),
  ('language', 'pt', 'Portuguese português'),
  ('language', 'qu', 'Quechua Runasimi'),
  ('language', 'rm', 'Romansh rumantsch'),
  ('language', 'rn', 'Rundi Ikirundi'),
  ('language', 'ro', 'Romanian română'),
  ('language', 'ru', 'Russian русский'),
  ('language', 'rw', 'Kinyarwanda Ikinyarwanda'),
  ('language', 'sa', 'Sanskrit संस्कृत भाषा'),
  ('language', 'sc', 'Sardinian sardu'),
  ('language', 'sd', 'Sindhi سنڌي'),
  ('language', 'se', 'Northern Sami davvisámegiella'),
  ('language', 'sg', 'Sango Sängö'),
  ('language', 'si', 'Sinhala සිංහල'),
  ('language', 'sk', 'Slovak slovenčina'),
  ('language', 'sl', 'Slovenian slovenščina'),
  ('language', 'sm', 'Samoan'),
  ('language', 'sn', 'Shona chiShona'),
  ('language', 'so', 'Somali Soomaali'),
  ('language', 'sq', 'Albanian shqip'),
  ('language', 'sr', 'Serbian српски'),
  ('language', 'ss', 'Swati'),
  ('language', 'st', 'Southern Sotho Sesotho'),
  ('language', 'su', 'Sundanese Basa Sunda'),
  ('language', 'sv', 'Swedish svenska'),
  ('language', 'sw', 'Swahili Kiswahili'),
  ('language', 'ta', 'Tamil தமிழ்'),
  ('language', 'te', 'Telugu తెలుగు'),
  ('language', 'tg', 'Tajik тоҷикӣ'),
  ('language', 'th', 'Thai ไทย'),
  ('language', 'ti', 'Tigrinya ትግርኛ'),
  ('language', 'tk', 'Turkmen türkmen dili'),
  ('language', 'tl', 'Filipino'),
  ('language', 'tn', 'Tswana Setswana'),
  ('language', 'to', 'Tongan lea fakatonga'),
  ('language', 'tr', 'Turkish Türkçe'),
  ('language', 'ts', 'Tsonga'),
  ('language', 'tt', 'Tatar татар'),
  ('language', 'tw', 'Twi Akan'),
  ('language', 'ty', 'Tahitian'),
  ('language', 'ug', 'Uyghur ئۇيغۇرچە'),
  ('language', 'uk', 'Ukrainian українська'),
  ('language', 'ur', 'Urdu اردو'),
  ('language', 'uz', 'Uzbek o‘zbek'),
  ('language', 've', 'Venda'),
  ('language', 'vi', 'Vietnamese Tiếng Việt'),
  ('language', 'vo', 'Volapük'),
  ('language', 'wa', 'Walloon'),
  ('language', 'wo', 'Wolof'),
  ('language', 'xh', 'Xhosa IsiXhosa'),
  ('language', 'yi', 'Yiddish ייִדיש'),
  ('language', 'yo', 'Yoruba Èdè Yorùbá'),
  ('language', 'za', 'Zhuang Vahcuengh'),
  ('language', 'zh', 'Chinese 中文'),
  ('language', 'zu', 'Zulu isiZulu');
