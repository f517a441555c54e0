def expanded(roads, h, start, goal):
    g, open_list, order = {start: 0}, [start], []
    while open_list:
        town = min(open_list, key=lambda it: g[it] + h[it])
        open_list.remove(town)
        order.append(town)
        if town == goal:
            break
        for other, length in roads[town]:
            if g[town] + length < g.get(other, float("inf")):
                g[other] = g[town] + length
                if other not in open_list:
                    open_list.append(other)
    return order
