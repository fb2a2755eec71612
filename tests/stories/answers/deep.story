# From the 41st level on the indentation stays, and the line begins with its level.
record
{"id":"e1","kind":"thought","time":"2026-01-01T00:00:01Z","session":"s","fields":{"text":"1"}}
{"id":"e2","kind":"thought","time":"2026-01-01T00:00:02Z","session":"s","parent":"e1","fields":{"text":"2"}}
{"id":"e3","kind":"thought","time":"2026-01-01T00:00:03Z","session":"s","parent":"e2","fields":{"text":"3"}}
{"id":"e4","kind":"thought","time":"2026-01-01T00:00:04Z","session":"s","parent":"e3","fields":{"text":"4"}}
{"id":"e5","kind":"thought","time":"2026-01-01T00:00:05Z","session":"s","parent":"e4","fields":{"text":"5"}}
{"id":"e6","kind":"thought","time":"2026-01-01T00:00:06Z","session":"s","parent":"e5","fields":{"text":"6"}}
{"id":"e7","kind":"thought","time":"2026-01-01T00:00:07Z","session":"s","parent":"e6","fields":{"text":"7"}}
{"id":"e8","kind":"thought","time":"2026-01-01T00:00:08Z","session":"s","parent":"e7","fields":{"text":"8"}}
{"id":"e9","kind":"thought","time":"2026-01-01T00:00:09Z","session":"s","parent":"e8","fields":{"text":"9"}}
{"id":"e10","kind":"thought","time":"2026-01-01T00:00:10Z","session":"s","parent":"e9","fields":{"text":"10"}}
{"id":"e11","kind":"thought","time":"2026-01-01T00:00:11Z","session":"s","parent":"e10","fields":{"text":"11"}}
{"id":"e12","kind":"thought","time":"2026-01-01T00:00:12Z","session":"s","parent":"e11","fields":{"text":"12"}}
{"id":"e13","kind":"thought","time":"2026-01-01T00:00:13Z","session":"s","parent":"e12","fields":{"text":"13"}}
{"id":"e14","kind":"thought","time":"2026-01-01T00:00:14Z","session":"s","parent":"e13","fields":{"text":"14"}}
{"id":"e15","kind":"thought","time":"2026-01-01T00:00:15Z","session":"s","parent":"e14","fields":{"text":"15"}}
{"id":"e16","kind":"thought","time":"2026-01-01T00:00:16Z","session":"s","parent":"e15","fields":{"text":"16"}}
{"id":"e17","kind":"thought","time":"2026-01-01T00:00:17Z","session":"s","parent":"e16","fields":{"text":"17"}}
{"id":"e18","kind":"thought","time":"2026-01-01T00:00:18Z","session":"s","parent":"e17","fields":{"text":"18"}}
{"id":"e19","kind":"thought","time":"2026-01-01T00:00:19Z","session":"s","parent":"e18","fields":{"text":"19"}}
{"id":"e20","kind":"thought","time":"2026-01-01T00:00:20Z","session":"s","parent":"e19","fields":{"text":"20"}}
{"id":"e21","kind":"thought","time":"2026-01-01T00:00:21Z","session":"s","parent":"e20","fields":{"text":"21"}}
{"id":"e22","kind":"thought","time":"2026-01-01T00:00:22Z","session":"s","parent":"e21","fields":{"text":"22"}}
{"id":"e23","kind":"thought","time":"2026-01-01T00:00:23Z","session":"s","parent":"e22","fields":{"text":"23"}}
{"id":"e24","kind":"thought","time":"2026-01-01T00:00:24Z","session":"s","parent":"e23","fields":{"text":"24"}}
{"id":"e25","kind":"thought","time":"2026-01-01T00:00:25Z","session":"s","parent":"e24","fields":{"text":"25"}}
{"id":"e26","kind":"thought","time":"2026-01-01T00:00:26Z","session":"s","parent":"e25","fields":{"text":"26"}}
{"id":"e27","kind":"thought","time":"2026-01-01T00:00:27Z","session":"s","parent":"e26","fields":{"text":"27"}}
{"id":"e28","kind":"thought","time":"2026-01-01T00:00:28Z","session":"s","parent":"e27","fields":{"text":"28"}}
{"id":"e29","kind":"thought","time":"2026-01-01T00:00:29Z","session":"s","parent":"e28","fields":{"text":"29"}}
{"id":"e30","kind":"thought","time":"2026-01-01T00:00:30Z","session":"s","parent":"e29","fields":{"text":"30"}}
{"id":"e31","kind":"thought","time":"2026-01-01T00:00:31Z","session":"s","parent":"e30","fields":{"text":"31"}}
{"id":"e32","kind":"thought","time":"2026-01-01T00:00:32Z","session":"s","parent":"e31","fields":{"text":"32"}}
{"id":"e33","kind":"thought","time":"2026-01-01T00:00:33Z","session":"s","parent":"e32","fields":{"text":"33"}}
{"id":"e34","kind":"thought","time":"2026-01-01T00:00:34Z","session":"s","parent":"e33","fields":{"text":"34"}}
{"id":"e35","kind":"thought","time":"2026-01-01T00:00:35Z","session":"s","parent":"e34","fields":{"text":"35"}}
{"id":"e36","kind":"thought","time":"2026-01-01T00:00:36Z","session":"s","parent":"e35","fields":{"text":"36"}}
{"id":"e37","kind":"thought","time":"2026-01-01T00:00:37Z","session":"s","parent":"e36","fields":{"text":"37"}}
{"id":"e38","kind":"thought","time":"2026-01-01T00:00:38Z","session":"s","parent":"e37","fields":{"text":"38"}}
{"id":"e39","kind":"thought","time":"2026-01-01T00:00:39Z","session":"s","parent":"e38","fields":{"text":"39"}}
{"id":"e40","kind":"thought","time":"2026-01-01T00:00:40Z","session":"s","parent":"e39","fields":{"text":"40"}}
{"id":"e41","kind":"thought","time":"2026-01-01T00:00:41Z","session":"s","parent":"e40","fields":{"text":"41"}}
{"id":"e42","kind":"thought","time":"2026-01-01T00:00:42Z","session":"s","parent":"e41","fields":{"text":"42"}}

hence explain e42 --all
----
Causal Chain:

   [2026-01-01 00:00:01Z] Thought: 1  (e1)
  -> [2026-01-01 00:00:02Z] Thought: 2  (e2)
    -> [2026-01-01 00:00:03Z] Thought: 3  (e3)
      -> [2026-01-01 00:00:04Z] Thought: 4  (e4)
        -> [2026-01-01 00:00:05Z] Thought: 5  (e5)
          -> [2026-01-01 00:00:06Z] Thought: 6  (e6)
            -> [2026-01-01 00:00:07Z] Thought: 7  (e7)
              -> [2026-01-01 00:00:08Z] Thought: 8  (e8)
                -> [2026-01-01 00:00:09Z] Thought: 9  (e9)
                  -> [2026-01-01 00:00:10Z] Thought: 10  (e10)
                    -> [2026-01-01 00:00:11Z] Thought: 11  (e11)
                      -> [2026-01-01 00:00:12Z] Thought: 12  (e12)
                        -> [2026-01-01 00:00:13Z] Thought: 13  (e13)
                          -> [2026-01-01 00:00:14Z] Thought: 14  (e14)
                            -> [2026-01-01 00:00:15Z] Thought: 15  (e15)
                              -> [2026-01-01 00:00:16Z] Thought: 16  (e16)
                                -> [2026-01-01 00:00:17Z] Thought: 17  (e17)
                                  -> [2026-01-01 00:00:18Z] Thought: 18  (e18)
                                    -> [2026-01-01 00:00:19Z] Thought: 19  (e19)
                                      -> [2026-01-01 00:00:20Z] Thought: 20  (e20)
                                        -> [2026-01-01 00:00:21Z] Thought: 21  (e21)
                                          -> [2026-01-01 00:00:22Z] Thought: 22  (e22)
                                            -> [2026-01-01 00:00:23Z] Thought: 23  (e23)
                                              -> [2026-01-01 00:00:24Z] Thought: 24  (e24)
                                                -> [2026-01-01 00:00:25Z] Thought: 25  (e25)
                                                  -> [2026-01-01 00:00:26Z] Thought: 26  (e26)
                                                    -> [2026-01-01 00:00:27Z] Thought: 27  (e27)
                                                      -> [2026-01-01 00:00:28Z] Thought: 28  (e28)
                                                        -> [2026-01-01 00:00:29Z] Thought: 29  (e29)
                                                          -> [2026-01-01 00:00:30Z] Thought: 30  (e30)
                                                            -> [2026-01-01 00:00:31Z] Thought: 31  (e31)
                                                              -> [2026-01-01 00:00:32Z] Thought: 32  (e32)
                                                                -> [2026-01-01 00:00:33Z] Thought: 33  (e33)
                                                                  -> [2026-01-01 00:00:34Z] Thought: 34  (e34)
                                                                    -> [2026-01-01 00:00:35Z] Thought: 35  (e35)
                                                                      -> [2026-01-01 00:00:36Z] Thought: 36  (e36)
                                                                        -> [2026-01-01 00:00:37Z] Thought: 37  (e37)
                                                                          -> [2026-01-01 00:00:38Z] Thought: 38  (e38)
                                                                            -> [2026-01-01 00:00:39Z] Thought: 39  (e39)
                                                                              -> [2026-01-01 00:00:40Z] Thought: 40  (e40)
[41]                                                                               -> [2026-01-01 00:00:41Z] Thought: 41  (e41)
[42]                                                                               -> [2026-01-01 00:00:42Z] Thought: 42  (e42)

hence tree s --steps
----
Session: s
Events: 1 root(s), depth: 42

[2026-01-01 00:00:01Z] Thought: 1  (e1)
└─ [2026-01-01 00:00:02Z] Thought: 2  (e2)
   └─ [2026-01-01 00:00:03Z] Thought: 3  (e3)
      └─ [2026-01-01 00:00:04Z] Thought: 4  (e4)
         └─ [2026-01-01 00:00:05Z] Thought: 5  (e5)
            └─ [2026-01-01 00:00:06Z] Thought: 6  (e6)
               └─ [2026-01-01 00:00:07Z] Thought: 7  (e7)
                  └─ [2026-01-01 00:00:08Z] Thought: 8  (e8)
                     └─ [2026-01-01 00:00:09Z] Thought: 9  (e9)
                        └─ [2026-01-01 00:00:10Z] Thought: 10  (e10)
                           └─ [2026-01-01 00:00:11Z] Thought: 11  (e11)
                              └─ [2026-01-01 00:00:12Z] Thought: 12  (e12)
                                 └─ [2026-01-01 00:00:13Z] Thought: 13  (e13)
                                    └─ [2026-01-01 00:00:14Z] Thought: 14  (e14)
                                       └─ [2026-01-01 00:00:15Z] Thought: 15  (e15)
                                          └─ [2026-01-01 00:00:16Z] Thought: 16  (e16)
                                             └─ [2026-01-01 00:00:17Z] Thought: 17  (e17)
                                                └─ [2026-01-01 00:00:18Z] Thought: 18  (e18)
                                                   └─ [2026-01-01 00:00:19Z] Thought: 19  (e19)
                                                      └─ [2026-01-01 00:00:20Z] Thought: 20  (e20)
                                                         └─ [2026-01-01 00:00:21Z] Thought: 21  (e21)
                                                            └─ [2026-01-01 00:00:22Z] Thought: 22  (e22)
                                                               └─ [2026-01-01 00:00:23Z] Thought: 23  (e23)
                                                                  └─ [2026-01-01 00:00:24Z] Thought: 24  (e24)
                                                                     └─ [2026-01-01 00:00:25Z] Thought: 25  (e25)
                                                                        └─ [2026-01-01 00:00:26Z] Thought: 26  (e26)
                                                                           └─ [2026-01-01 00:00:27Z] Thought: 27  (e27)
                                                                              └─ [2026-01-01 00:00:28Z] Thought: 28  (e28)
                                                                                 └─ [2026-01-01 00:00:29Z] Thought: 29  (e29)
                                                                                    └─ [2026-01-01 00:00:30Z] Thought: 30  (e30)
                                                                                       └─ [2026-01-01 00:00:31Z] Thought: 31  (e31)
                                                                                          └─ [2026-01-01 00:00:32Z] Thought: 32  (e32)
                                                                                             └─ [2026-01-01 00:00:33Z] Thought: 33  (e33)
                                                                                                └─ [2026-01-01 00:00:34Z] Thought: 34  (e34)
                                                                                                   └─ [2026-01-01 00:00:35Z] Thought: 35  (e35)
                                                                                                      └─ [2026-01-01 00:00:36Z] Thought: 36  (e36)
                                                                                                         └─ [2026-01-01 00:00:37Z] Thought: 37  (e37)
                                                                                                            └─ [2026-01-01 00:00:38Z] Thought: 38  (e38)
                                                                                                               └─ [2026-01-01 00:00:39Z] Thought: 39  (e39)
                                                                                                                  └─ [2026-01-01 00:00:40Z] Thought: 40  (e40)
[41]                                                                                                                   └─ [2026-01-01 00:00:41Z] Thought: 41  (e41)
[42]                                                                                                                   └─ [2026-01-01 00:00:42Z] Thought: 42  (e42)
