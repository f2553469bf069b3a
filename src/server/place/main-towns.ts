import type { Country } from '#domain/basics/country.ts';

/** Large towns by which one finds the way on a map, with their Chinese names: nothing else here knows those. */
const TOWNS: Record<Country, string> = {
  MY: `吉隆坡 Kuala Lumpur, 乔治市 George Town, 怡保 Ipoh, 新山 Johor Bahru, 马六甲 Malacca, 关丹 Kuantan, 亚罗士打 Alor Setar,
    哥打巴鲁 Kota Bharu, 瓜拉登嘉楼 Kuala Terengganu, 芙蓉 Seremban, 古晋 Kuching, 美里 Miri, 民都鲁 Bintulu, 诗巫 Sibu,
    亚庇 Kota Kinabalu, 山打根 Sandakan, 斗湖 Tawau`,
  VN: `河内 Hanoi, 胡志明市 Ho Chi Minh City, 岘港 Da Nang, 海防 Haiphong, 芹苴 Cần Thơ, 顺化 Huế, 芽庄 Nha Trang,
    归仁 Quy Nhon, 荣市 Vinh, 边和 Biên Hòa, 大叻 Da Lat, 头顿 Vũng Tàu, 茶荣 Trà Vinh, 藩朗 Phan Rang-Tháp Chàm, 老街 Lào Cai`,
  CN: `北京 Beijing, 上海 Shanghai, 天津 Tianjin, 重庆 Chongqing, 广州 Guangzhou, 深圳 Shenzhen, 成都 Chengdu, 武汉 Wuhan,
    西安 Xi'an, 南京 Nanjing, 杭州 Hangzhou, 苏州 Suzhou, 宁波 Ningbo, 合肥 Hefei, 福州 Fuzhou, 厦门 Xiamen, 南昌 Nanchang,
    长沙 Changsha, 郑州 Zhengzhou, 济南 Jinan, 青岛 Qingdao, 石家庄 Shijiazhuang, 太原 Taiyuan, 呼和浩特 Hohhot,
    沈阳 Shenyang, 大连 Dalian, 长春 Changchun, 哈尔滨 Harbin, 兰州 Lanzhou, 西宁 Xining, 银川 Yinchuan, 乌鲁木齐 Ürümqi,
    拉萨 Lhasa, 昆明 Kunming, 贵阳 Guiyang, 南宁 Nanning, 海口 Haikou, 东莞 Dongguan, 佛山 Foshan, 珠海 Zhuhai, 无锡 Wuxi,
    常州 Changzhou, 温州 Wenzhou, 泉州 Quanzhou, 徐州 Xuzhou, 烟台 Yantai, 唐山 Tangshan, 包头 Baotou, 宜昌 Yichang,
    酒泉 Jiuquan, 丽江 Lijiang, 桂林 Guilin, 洛阳 Luoyang, 大理 Dali`,
};

export type MainTown = { readonly country: Country; readonly name: string; readonly chinese: string };

export const MAIN_TOWNS: readonly MainTown[] = (Object.entries(TOWNS) as [Country, string][]).flatMap(
  ([country, towns]) =>
    towns.split(',').map((town): MainTown => {
      const [chinese = '', ...words] = town.trim().split(/\s+/);
      return { country, chinese, name: words.join(' ') };
    }),
);
